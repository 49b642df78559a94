import type { InstallEvent } from '../event.ts';

/** Formats an event as a log line; returns undefined for an event that is not logged. */
export function formatLogLine(event: InstallEvent): string | undefined {
  const text = describeEvent(event);
  return text === undefined ? undefined : `${event.time} ${event.id}: ${text.replaceAll('\n', ' ').trim()}`;
}

function describeEvent(event: InstallEvent): string | undefined {
  switch (event.type) {
    case 'start':
      return event.title;
    case 'finish':
      return `${event.outcome} after ${(event.milliseconds / 1000).toFixed(1)} s`;
    case 'log':
      return event.text;
    case 'failure':
      return `${event.message}; next: ${event.next}`;
    case 'progress':
      return undefined;
  }
}
