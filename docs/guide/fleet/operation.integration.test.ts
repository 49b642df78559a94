/** Runs the commands on the page about operation. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createCertificate } from '../../../scripts/certificates.ts';
import { runShared, serveShared } from '../../../packages/cli/test/shared-command.ts';
import { parseBlocks } from '../../../scripts/docs/blocks.ts';

const deploy = fileURLToPath(new URL('../../../packages/service/deploy/', import.meta.url));
const page = readFileSync(new URL('operation.md', import.meta.url), 'utf8');
const blocks = parseBlocks(page);
const lines = blocks
  .filter(({ language }) => language === 'sh')
  .flatMap(({ text }) => text.trim().split('\n'));
const folder = mkdtempSync(join(tmpdir(), 'writ-operation-page-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const env = { PATH: folder, HOME: folder, WRIT_STATE: join(folder, 'state') };

/** Starts a server of the page on a free loopback port, stops it, and returns its standard output. */
async function runServer(line: string): Promise<string> {
  const argv = line
    .replace('writ ', '')
    .replace(/(?:\d+\.){3}\d+:7878/, '127.0.0.1:0')
    .replaceAll('/etc/writ/', `${folder}/`)
    .split(' ')
    .concat(line.includes('--listen') ? [] : ['--port', '0']);
  const { stop } = await serveShared(folder, argv, { env });
  const { status, stdout } = await stop();
  expect([line, status]).toEqual([line, 0]);
  return stdout.trim();
}

describe('the page about operation', { timeout: 240_000 }, () => {
  it('starts servers whose addresses have the allowed name', async () => {
    const { cert, key } = createCertificate({ host: 'writ.example' });
    writeFileSync(join(folder, 'tls.crt'), cert);
    writeFileSync(join(folder, 'tls.key'), key, { mode: 0o640 });
    const servers = lines.filter((line) => line.startsWith('writ serve '));
    expect(servers).toHaveLength(3);
    expect(await runServer(servers[0]!)).toMatch(/^https:\/\/writ\.example:\d+\/#code=/);
    for (const server of servers.slice(1))
      expect(await runServer(server)).toMatch(/^https:\/\/writ\.example\/#code=/);
  });

  it('backs up and restores records with the output on the page', async () => {
    const run = async (start: string): Promise<string> => {
      const line = lines.find((each) => each.startsWith(start))!;
      const words = line
        .replace('writ ', '')
        .replace('"writ-$(date +%F).db"', 'writ-2026-11-29.db')
        .split(' ');
      const { status, stderr } = await runShared(folder, words, { env });
      expect([line, status]).toEqual([line, 0]);
      return stderr;
    };
    const shown = blocks.find(({ language }) => language === 'text');
    expect((await run('writ backup ')).replace(`${folder}/`, '')).toBe(`${shown!.text.trimEnd()}\n`);
    expect(await run('writ restore writ')).toContain('0 installations restored');
  });

  it('names existing units and settings', () => {
    for (const [, file] of page.matchAll(/`([\w@-]+\.service)`/g))
      expect(existsSync(join(deploy, file!)), file).toBe(true);
    for (const [, file] of page.matchAll(/\b(sysusers\.conf|Containerfile)\b/g))
      expect(existsSync(join(deploy, file!)), file).toBe(true);
    const units = ['writ.service', 'writ-server.service', 'writ-worker@.service'].map((name) =>
      readFileSync(join(deploy, name), 'utf8'),
    );
    const credentials = new Set(
      units.flatMap((text) => [...text.matchAll(/^LoadCredential=[\w-]+:(\S+)$/gm)].map(([, path]) => path!)),
    );
    for (const path of credentials) expect(page).toContain(`> ${path}`);
    // The table lists the settings, credentials and state folder of each unit.
    const names = ['writ.service', 'writ-server.service', 'writ-worker@.service'];
    for (const [index, text] of units.entries()) {
      const [row = ''] = new RegExp(`^\\| \`${names[index]}\` .*$`, 'm').exec(page) ?? [];
      const [, settings, files = '', state] = row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      expect(settings).toBe(`\`${/EnvironmentFile=-\/etc\/writ\/(\S+)/.exec(text)![1]}\``);
      const loaded = [...text.matchAll(/^LoadCredential=([\w-]+):/gm)].map(([, name]) => `\`${name}\``);
      expect(files.split(', ').toSorted()).toEqual(loaded.toSorted());
      const stateFolder = /WRIT_STATE=%S(\S+)/.exec(text)?.[1];
      expect(state).toBe(stateFolder === undefined ? '' : `\`/var/lib${stateFolder}\``);
    }
  });
});
