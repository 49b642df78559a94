import { displayPath } from '@writ/diagnostics/internal';
import type { Origin } from '@writ/http/kernel';

/**
 * Renders a location such as `app/notes.ts:3:5`, relative for files under the working directory; empty if the
 * location is unknown.
 */
export function renderLocation({ file, line, column }: Origin = {}): string {
  if (file === undefined) return '';
  return [displayPath(file), line, line === undefined ? undefined : column]
    .filter((part) => part !== undefined)
    .join(':');
}
