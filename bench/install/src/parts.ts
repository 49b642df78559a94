import type { InstallEvent } from '@writ/installer';
import { median } from '../../shared/statistics.ts';

/** The time of a step of Writ over all rounds. */
export interface Part {
  readonly id: string;
  readonly title: string;
  /** Median in seconds. */
  readonly seconds: number;
}

/** Reads the duration of each step without child steps, in the order of their start. */
export function readParts(events: readonly InstallEvent[]): Part[] {
  const parents = new Set(events.map((event) => (event.type === 'start' ? event.parent : undefined)));
  const parts: Part[] = [];
  for (const event of events) {
    if (event.type !== 'start' || parents.has(event.id)) continue;
    const finishes = events.filter((other) => other.type === 'finish' && other.id === event.id);
    const milliseconds = finishes.reduce(
      (sum, finish) => sum + (finish.type === 'finish' ? finish.milliseconds : 0),
      0,
    );
    parts.push({ id: event.id, title: event.title, seconds: milliseconds / 1000 });
  }
  return parts;
}

/** Returns the median of each part over all rounds. */
export function medianParts(rounds: readonly (readonly Part[])[]): Part[] {
  return (rounds[0] ?? []).map(({ id, title }) => {
    const found = rounds.flatMap((parts) => parts.filter((part) => part.id === id));
    return { id, title, seconds: median(found.map(({ seconds }) => seconds)) };
  });
}

/** Renders the parts, their sum and the remaining time. Parallel steps can make the sum exceed the total time. */
export function renderParts(parts: readonly Part[], wall: number): string {
  const sum = parts.reduce((total, { seconds }) => total + seconds, 0);
  const rows = [
    ...parts.map(({ id, title, seconds }) => [seconds, id, title] as const),
    [sum, 'sum', 'of the steps above'] as const,
    [wall - sum, 'rest', 'of the time of the process; negative if steps ran at the same time'] as const,
  ];
  return rows
    .map(([seconds, id, title]) => `${seconds.toFixed(2).padStart(8)} s  ${id.padEnd(20)} ${title}`)
    .join('\n');
}
