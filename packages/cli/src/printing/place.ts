import { relative } from 'node:path';
import type { Origin } from '@writ/http/kernel';

/** `app/notes.ts:3:5`, from the working directory when it lies below it; empty when the place is not known. */
export function placeText({ file, line, column }: Origin = {}): string {
  if (file === undefined) return '';
  const below = relative(process.cwd(), file);
  const shown = below.startsWith('..') ? file : below;
  return [shown, line, line === undefined ? undefined : column]
    .filter((part) => part !== undefined)
    .join(':');
}
