/**
 * Writes the records of the earlier version into the fixtures of the store, as an SQLite database and as an SQL dump of
 * PostgreSQL: node e2e/fleet/earlier/write-fixtures.ts
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { startPostgres } from '../../stores/servers.ts';
import { EARLIER_COMMIT, EARLIER_IMAGES, extractEarlierVersion } from './earlier-version.ts';

const fixtures = fileURLToPath(new URL('../../../packages/service/src/store/fixtures/', import.meta.url));
const name = `killed-${EARLIER_COMMIT.slice(0, 7)}`;
const folder = mkdtempSync(join(tmpdir(), 'writ-earlier-'));
const earlier = mkdtempSync(join(folder, 'version-'));

/** Runs the program that writes the records and kills itself. */
function writeState(settings: object): void {
  const program = join(earlier, 'e2e/fleet/write-state.ts');
  copyFileSync(new URL('write-state.ts', import.meta.url), program);
  const more = { ...settings, images: EARLIER_IMAGES };
  const argv = ['--import', '@writ/annotations/register', program, JSON.stringify(more)];
  const { signal, stderr } = spawnSync(process.execPath, argv, {
    cwd: earlier,
    encoding: 'utf8',
    timeout: 240_000,
  });
  if (signal !== 'SIGKILL') throw new Error(`the earlier version failed:\n${stderr}`);
}

function write(extension: string, content: Buffer): void {
  writeFileSync(join(fixtures, `${name}.${extension}.gz`), gzipSync(content, { level: 9 }));
}

const server = await startPostgres();
try {
  extractEarlierVersion(earlier);
  const state = mkdtempSync(join(folder, 'sqlite-'));
  writeState({ state });
  for (const extension of ['db', 'db-wal'])
    write(extension, readFileSync(join(state, `service.${extension}`)));
  const databaseUrl = `postgres://postgres@/postgres?host=${server.folder}`;
  writeState({ state: mkdtempSync(join(folder, 'postgres-')), databaseUrl });
  const dump = execFileSync(
    'pg_dump',
    ['--schema=writ', '--no-owner', '--rows-per-insert=100', `--dbname=${databaseUrl}`],
    { encoding: 'utf8', timeout: 60_000, maxBuffer: 2 ** 28 },
  );
  // Lines that begin with a backslash are commands of psql.
  write('sql', Buffer.from(dump.replaceAll(/^\\.*\n/gm, '')));
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
