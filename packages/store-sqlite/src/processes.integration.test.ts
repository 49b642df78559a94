import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it, vi } from 'vitest';
import { sqliteStores } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'writ-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts a process that runs code with the stores in a file. */
function start(file: string, code: string): ChildProcess {
  const program = `import { sqliteStores } from './index.ts';
    const stores = sqliteStores(${JSON.stringify(file)}, { timeout: 120_000 });
    ${code}`;
  return spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 200_000,
  });
}

const record = (number: number) => ({ created: 0, seen: 0, data: { number, text: 'x'.repeat(5000) } });

it('several processes create a file at the same time, count every request, and reserve each key once', async () => {
  const file = join(folder, 'race.db');
  const code = `const counts = [], reserved = [];
    for (let index = 0; index < 100; index += 1) {
      counts.push((await stores.rates('race').hit('client', 3_600_000)).count);
      if ((await stores.idempotency.reserve('key ' + index, 3_600_000)) === 'reserved') reserved.push(index);
    }
    console.log(JSON.stringify({ counts, reserved }));`;
  const processes = Array.from({ length: 4 }, () => start(file, code));
  const results = await Promise.all(
    processes.map(async ({ stdout }) => {
      const printed: { counts: number[]; reserved: number[] } = JSON.parse(await text(stdout!));
      return printed;
    }),
  );
  const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
  expect(sorted(results.flatMap(({ counts }) => counts))).toEqual(
    Array.from({ length: 400 }, (_each, index) => index + 1),
  );
  expect(sorted(results.flatMap(({ reserved }) => reserved))).toEqual(
    Array.from({ length: 100 }, (_each, index) => index),
  );
});

it('a file remains intact when a process is killed while it writes', async () => {
  const file = join(folder, 'killed.db');
  const stores = sqliteStores(file);
  await stores.sessions.set('kept', record(1), 3600);
  const child = start(
    file,
    `for (let index = 0; ; index += 1) {
      const data = { number: index, text: 'x'.repeat(5000) };
      await stores.sessions.set('id ' + (index % 50), { created: 0, seen: 0, data }, 3600);
    }`,
  );
  const exited = once(child, 'exit');
  await vi.waitFor(async () => expect(await stores.sessions.get('id 49')).toBeDefined(), {
    timeout: 120_000,
  });
  child.kill('SIGKILL');
  expect((await exited)[1]).toBe('SIGKILL');
  expect(await stores.sessions.get('kept')).toEqual(record(1));
  await stores.sessions.set('after', record(2), 3600);
  stores.close();
  const database = new DatabaseSync(file);
  expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  expect(database.prepare('select count(*) as rows from sessions').get()).toEqual({ rows: 52 });
  database.close();
});
