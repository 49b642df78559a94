import { describe, expect, it } from 'vitest';
import { parseStackLine, stackLines, toFilePath } from './stack.ts';

describe('stackLines', () => {
  it('returns the calls of an error, innermost first', () => {
    const { stack, message } = new Error('at a loss');
    const [first] = stackLines(stack!, message);
    expect(parseStackLine(first!)).toMatchObject({ file: import.meta.filename, line: 6 });
  });

  it('ignores lines of the message that look like calls', () => {
    const stack = 'Error: one\n    at password\n    at load (/app/notes.ts:1:2)\n    at node:internal:1:1';
    expect(stackLines(stack, 'one\n    at password')).toEqual([
      '    at load (/app/notes.ts:1:2)',
      '    at node:internal:1:1',
    ]);
  });

  it('returns an empty list for a stack without calls', () => {
    expect(stackLines('')).toEqual([]);
    expect(stackLines('Error: gone', 'gone')).toEqual([]);
  });
});

describe('parseStackLine', () => {
  it.each([
    ['a function', 'at load (/app/notes.ts:1:2)', 'load', '/app/notes.ts'],
    ['the top level of a module', 'at file:///app/my%20notes.ts:1:2', undefined, '/app/my notes.ts'],
    ['an asynchronous function', 'at async load (file:///app/notes.ts:1:2)', 'async load', '/app/notes.ts'],
    ['an asynchronous anonymous function', 'at async /app/notes.ts:1:2', undefined, '/app/notes.ts'],
    ['a constructor', 'at new Notes (/app/notes.ts:1:2)', 'new Notes', '/app/notes.ts'],
    [
      'a folder with parentheses',
      'at load (/app/my (old) notes/a.ts:1:2)',
      'load',
      '/app/my (old) notes/a.ts',
    ],
    ['a Windows path', String.raw`at load (C:\app\notes.ts:1:2)`, 'load', String.raw`C:\app\notes.ts`],
  ])('reads file, line and column of %s', (_title, line, functionName, file) => {
    expect(parseStackLine(`    ${line}`)).toEqual({ functionName, file, line: 1, column: 2 });
  });

  it.each([
    'at node:internal/modules/esm/loader:1:2',
    'at Array.map (<anonymous>)',
    'at eval (eval at load (/app/notes.ts:1:2), <anonymous>:3:4)',
  ])('returns undefined for %s', (line) => {
    expect(parseStackLine(`    ${line}`)).toBeUndefined();
  });
});

it('toFilePath returns undefined for a URL that is not a file URL', () => {
  expect(['file:///a%20b.ts', '/a b.ts', 'node:fs', 'evalmachine'].map(toFilePath)).toEqual([
    '/a b.ts',
    '/a b.ts',
    undefined,
    undefined,
  ]);
});
