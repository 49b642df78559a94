import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createPrivateFolder } from './private-folder.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'writ-private-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it('a private folder is created with its parents, unless it exists', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'one/two');
  createPrivateFolder(path);
  createPrivateFolder(path);
  expect([join(folder, 'one'), path].map((each) => statSync(each).mode & 0o777)).toEqual([0o700, 0o700]);
});

it('a private folder cannot be created in a file', () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  expect(() => createPrivateFolder(join(file, 'one'))).toThrow(/EEXIST|ENOTDIR/);
  expect(() => createPrivateFolder(file)).toThrow('EEXIST');
});

it.runIf(existsSync('/proc/self'))('a folder in /proc is an error', () => {
  expect(() => createPrivateFolder('/proc/writ/one')).toThrow('ENOENT');
});
