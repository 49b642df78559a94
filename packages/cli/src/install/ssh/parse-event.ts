import type { InstallEvent } from '@writ/installer';

/** Returns the event of a line; undefined if the line is other output. */
export function parseEvent(line: string): InstallEvent | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  const isEvent =
    typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
  return isEvent ? (value as InstallEvent) : undefined;
}
