import { closeSync, existsSync, openSync, readSync, writeFileSync } from 'node:fs';
import { TABLE_HEAD } from '@writ/controllers/build';
import { displayPath } from '@writ/diagnostics/internal';

/** A module that `writ build` or `writ client` writes. */
export interface GeneratedModule {
  /** The absolute path. */
  readonly file: string;
  readonly text: string;
  /** A summary of its content, such as `2 routes`. */
  readonly content: string;
}

/**
 * Whether the file may be replaced: it does not exist, is empty, or begins with `head` because an earlier run wrote it.
 */
export function isReplaceable(file: string, head: string = TABLE_HEAD): boolean {
  if (!existsSync(file)) return true;
  try {
    const descriptor = openSync(file, 'r');
    try {
      const start = Buffer.alloc(head.length);
      return readSync(descriptor, start) === 0 || start.toString() === head;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false;
  }
}

/** Writes the module; returns an error message if that fails. */
export function writeModule({ file, text }: GeneratedModule): string | undefined {
  try {
    writeFileSync(file, text);
    return undefined;
  } catch (error) {
    return `${displayPath(file)} cannot be written: ${(error as Error).message}`;
  }
}
