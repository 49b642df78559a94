import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { watchSources } from './watch-sources.ts';

it('changes in a folder are reported, and a new link to a folder is ignored', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'writ-watch-'));
  const root = join(folder, 'root');
  const elsewhere = join(folder, 'elsewhere');
  for (const each of [root, elsewhere]) mkdirSync(each);
  writeFileSync(join(elsewhere, 'other.ts'), '');
  const problems: string[] = [];
  const watcher = watchSources(root, (problem) => problems.push(problem));
  onTestFinished(() => {
    watcher.close();
    rmSync(folder, { recursive: true });
  });
  symlinkSync(elsewhere, join(root, 'link'));
  writeFileSync(join(root, 'last.ts'), '');
  expect(await watcher.changed()).toBe(join(root, 'last.ts'));
  expect(problems).toEqual([]);
});
