import { displayPath } from '@writ/diagnostics/internal';
import type { Origin } from '@writ/http/kernel';

/** `app/notes.ts:3:5`, from the working directory when it lies below it; empty when the place is not known. */
export function renderLocation({ file, line, column }: Origin = {}): string {
  if (file === undefined) return '';
  return [displayPath(file), line, line === undefined ? undefined : column]
    .filter((part) => part !== undefined)
    .join(':');
}
