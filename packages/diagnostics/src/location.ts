import { readFileSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import type { OffsetRange, Range } from './position.ts';
import { SourceText } from './source-text.ts';

/** Location at which a class, member, parameter or key is declared. `line` and `column` count from 1. */
export interface DeclaredLocation {
  /** Absolute path. */
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

export interface LocateOptions {
  /** Reads the file (default: {@link readSource}). */
  readonly source?: (file: string) => SourceText | undefined;
  /** Returns the extent of the declaration at an offset, all of which is marked (default: one character). */
  readonly span?: (offset: number) => OffsetRange | undefined;
}

/**
 * Returns the path of a file in findings and messages: relative if the file is below the working directory, otherwise
 * as given.
 */
export function displayPath(file: string): string {
  const path = relative(process.cwd(), file);
  const isOutside = path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
  return isOutside ? file : path;
}

/** Reads a file; its text is named by the {@link displayPath}. Returns undefined if the file cannot be read. */
export function readSource(file: string): SourceText | undefined {
  try {
    return new SourceText(displayPath(file), readFileSync(file, 'utf8'));
  } catch {
    // A stack trace may contain the path of a missing file, such as the source of a bundle that was moved.
    return undefined;
  }
}

/**
 * Returns the members of a {@link Diagnostic} for a location: the displayed path, and the range in the source. Without
 * a line, there is no range. If the source cannot be read, the range is the given position, with offset 0.
 */
export function locate(
  { file, line, column = 1 }: DeclaredLocation,
  { source = readSource, span }: LocateOptions = {},
): { file?: string; range?: Range } {
  if (file === undefined) return {};
  const displayed = displayPath(file);
  if (line === undefined) return { file: displayed };
  const text = source(file);
  if (text === undefined) {
    const position = { line, column, offset: 0 };
    return { file: displayed, range: { start: position, end: position } };
  }
  const offset = text.offsetAt(line, column);
  const { start, end } = span?.(offset) ?? { start: offset, end: offset + 1 };
  return { file: displayed, range: text.rangeAt(start, end) };
}
