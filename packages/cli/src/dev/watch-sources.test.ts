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

it('folders beyond the maximum are reported once', () => {
  const root = mkdtempSync(join(tmpdir(), 'writ-watch-'));
  for (const name of ['a', 'b', 'c']) mkdirSync(join(root, name));
  const watched = (maxFolders: number): string[] => {
    const problems: string[] = [];
    watchSources(root, (problem) => problems.push(problem), maxFolders).close();
    return problems;
  };
  onTestFinished(() => rmSync(root, { recursive: true }));
  expect(watched(2)).toEqual(['more than 2 folders: changes in the others are not detected']);
  expect(watched(4)).toEqual([]);
});
