import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { displayPath, locate, readSource } from './location.ts';

const before = process.cwd();
let folder = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'writ-place-')));
  process.chdir(folder);
  writeFileSync('notes.ts', 'class Notes {\n  one() {}\n}\n');
});
afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

describe('displayPath', () => {
  it.each([
    ['a file below the working directory by its relative path', 'app/notes.ts', 'app/notes.ts'],
    ['a file whose name begins with two dots', '..notes.ts', '..notes.ts'],
    ['a file in a folder whose name begins with two dots', '..app/notes.ts', '..app/notes.ts'],
  ])('shows %s', (_title, name, shown) => {
    expect(displayPath(join(folder, name))).toBe(shown);
  });

  it('returns the working directory and paths outside it unchanged', () => {
    const outside = join(dirname(folder), 'other', 'notes.ts');
    expect([outside, folder, dirname(folder)].map(displayPath)).toEqual([outside, folder, dirname(folder)]);
  });
});

describe('locate', () => {
  const file = (): string => join(folder, 'notes.ts');

  it('returns the file and the range of one character for a line and a column', () => {
    expect(locate({ file: file(), line: 2, column: 3 })).toEqual({
      file: 'notes.ts',
      range: { start: { line: 2, column: 3, offset: 16 }, end: { line: 2, column: 4, offset: 17 } },
    });
  });

  it('returns the span of the declaration', () => {
    const span = (offset: number): { start: number; end: number } => ({ start: offset, end: offset + 3 });
    expect(locate({ file: file(), line: 2, column: 3 }, { span }).range!.end.offset).toBe(19);
  });

  it('points at the first column of a line when the column is unknown', () => {
    expect(locate({ file: file(), line: 2 }).range!.start).toEqual({ line: 2, column: 1, offset: 14 });
  });

  it('returns line and column of a file that cannot be read', () => {
    const position = { line: 2, column: 3, offset: 0 };
    expect(locate({ file: join(folder, 'gone.ts'), line: 2, column: 3 })).toEqual({
      file: 'gone.ts',
      range: { start: position, end: position },
    });
  });

  it('returns only the file if the line is unknown, and an empty object if the file is unknown', () => {
    expect(locate({ file: file(), column: 3 })).toEqual({ file: 'notes.ts' });
    expect(locate({ line: 2, column: 3 })).toEqual({});
  });
});

it('readSource returns the text with its display path, or undefined for an unreadable file', () => {
  expect(readSource(join(folder, 'notes.ts'))!.name).toBe('notes.ts');
  expect(readSource(folder)).toBeUndefined();
});
