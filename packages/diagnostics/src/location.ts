import { readFileSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import type { OffsetRange, Range } from './position.ts';
import { SourceText } from './source-text.ts';

/** Where a class, a member, a parameter or a key is declared; `line` and `column` count from 1. */
export interface DeclaredLocation {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

export interface LocateOptions {
  /** Reads the file; without it {@link readSource} does. */
  readonly source?: (file: string) => SourceText | undefined;
  /** What is declared at the offset, to be marked whole; without it one character is marked. */
  readonly span?: (offset: number) => OffsetRange | undefined;
}

/** A file as findings and messages name it: below the working directory by its path from there. */
export function displayPath(file: string): string {
  const path = relative(process.cwd(), file);
  const isOutside = path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
  return isOutside ? file : path;
}

/** The text of a file, under the name that findings show; undefined when it cannot be read. */
export function readSource(file: string): SourceText | undefined {
  try {
    return new SourceText(displayPath(file), readFileSync(file, 'utf8'));
  } catch {
    // The place of a stack need not be a file: an eval, a bundle that was moved.
    return undefined;
  }
}

/** The place as a diagnostic has it: the file's displayed path, and the range in its source. */
export function locate(
  { file, line, column = 1 }: DeclaredLocation,
  { source = readSource, span }: LocateOptions = {},
): { file?: string; range?: Range } {
  if (file === undefined) return {};
  const shown = displayPath(file);
  if (line === undefined) return { file: shown };
  const text = source(file);
  if (text === undefined) {
    const position = { line, column, offset: 0 };
    return { file: shown, range: { start: position, end: position } };
  }
  const offset = text.offsetAt(line, column);
  const { start, end } = span?.(offset) ?? { start: offset, end: offset + 1 };
  return { file: shown, range: text.rangeAt(start, end) };
}
