import { printable } from '@writ/diagnostics';
import type { EventSink, Failure, InstallEvent } from '@writ/installer';

/** What the printer needs of a stream. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const MIB = 1024 * 1024;
/** Milliseconds between two redrawings of the line. */
const INTERVAL = 100;

/**
 * Progress for people. On a terminal one line that is written over; elsewhere a line for every step, so that a
 * log stays readable. A failure shows its command and last lines.
 */
export function createProgressPrinter(screen: Screen, now: () => number = Date.now): EventSink {
  const titles = new Map<string, string>();
  let total = 0;
  let drawn = false;
  let lastDrawing = 0;
  const clear = (): void => {
    if (drawn) screen.write('\r\u001B[K');
    drawn = false;
  };
  const line = (text: string): void => {
    clear();
    screen.write(`${printable(text)}\n`);
  };
  const draw = (text: string): void => {
    if (!screen.isTTY) return;
    screen.write(`\r\u001B[K${printable(text).slice(0, Math.max(20, (screen.columns ?? 80) - 1))}`);
    drawn = true;
    lastDrawing = now();
  };
  return (event) => {
    switch (event.type) {
      case 'start':
        titles.set(event.id, event.title);
        if (event.parent === undefined) line(event.title);
        else if (screen.isTTY) draw(`${renderPercent(total)} ${event.title}`);
        else line(`${renderPercent(total)} ${event.title}`);
        break;
      case 'progress':
        ({ total } = event);
        if (now() - lastDrawing >= INTERVAL) {
          draw(`${renderPercent(total)} ${titles.get(event.id) ?? event.id}${renderBytes(event)}`);
        }
        break;
      case 'log':
        if (event.source === 'writ') line(`     ${event.text}`);
        break;
      case 'failure':
        // What the preflight finds is told with its places, all at once, at the end.
        if (event.id !== 'preflight') line(renderFailure(event));
        break;
      case 'finish':
        if (event.outcome === 'skipped') line(`     ${titles.get(event.id) ?? event.id}: not needed here`);
        if (!titles.has(event.id) || event.id === 'install') clear();
        break;
    }
  };
}

/** What failed, with the command, its last lines, and what to do. */
export function renderFailure({ message, command, tail, next }: Failure): string {
  return [
    `failed: ${message}`,
    ...(command === undefined ? [] : [`  command: ${command.join(' ')}`]),
    ...tail.map((text) => `  | ${text}`),
    `  next: ${next}`,
  ].join('\n');
}

function renderPercent(total: number): string {
  return `${String(Math.floor(total * 100)).padStart(3)}%`;
}

function renderBytes({ bytes }: Extract<InstallEvent, { type: 'progress' }>): string {
  if (bytes === undefined) return '';
  return `  ${Math.floor(bytes.done / MIB)} of ${Math.ceil(bytes.total / MIB)} MiB`;
}
