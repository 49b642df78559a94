import { closeSync, existsSync, openSync, readSync, writeFileSync } from 'node:fs';
import { TABLE_HEAD } from '@writ/controllers/build';
import { displayPath } from '@writ/diagnostics/internal';

/** A module that `writ build` writes. */
export interface GeneratedModule {
  /** Absolute. */
  readonly file: string;
  readonly text: string;
  /** What it has, for people, such as `2 routes`. */
  readonly content: string;
}

/** Whether nothing is there, or a module of an older build. */
export function isReplaceable(file: string): boolean {
  if (!existsSync(file)) return true;
  try {
    const descriptor = openSync(file, 'r');
    try {
      const head = Buffer.alloc(TABLE_HEAD.length);
      return readSync(descriptor, head) === 0 || head.toString() === TABLE_HEAD;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false;
  }
}

/** What is wrong; undefined when the module is written. */
export function writeModule({ file, text }: GeneratedModule): string | undefined {
  try {
    writeFileSync(file, text);
    return undefined;
  } catch (error) {
    return `${displayPath(file)} cannot be written: ${(error as Error).message}`;
  }
}
