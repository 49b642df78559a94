import { expect, it } from 'vitest';
import { isSingleProcess } from './single-process.ts';

it('a program that starts no other program is a single process', () => {
  expect(isSingleProcess(['rm', '-rf', '--one-file-system', '--', '/x'])).toBe(true);
  expect(isSingleProcess(['find', '/x', '-mindepth', '1', '-delete'])).toBe(true);
});

it.each([
  ['a shell', ['sh', '-c', 'rm /x']],
  ['gpg, which starts gpg-agent', ['gpg', '--list-keys']],
  ['mcopy, which starts a shell for some paths', ['mcopy', '-i', '/x', '/y', '::/']],
  ['a program with a path', ['/tmp/rm', '/x']],
  ['find with an action that starts a program', ['find', '/x', '-exec', 'true', ';']],
  ['install with an option that starts a program', ['install', '--strip-program=true', '/x', '/y']],
  ['an empty command', []],
])('%s is not assumed to be a single process', (_what, argv) => {
  expect(isSingleProcess(argv)).toBe(false);
});
