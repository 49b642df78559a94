import { printable } from '@writ/diagnostics';
import type { EventSink, Failure, InstallEvent } from '@writ/installer';

/** The part of an output stream that the printer needs. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const MIB = 1024 * 1024;
/** Milliseconds between two updates of the line. */
const INTERVAL = 100;

/**
 * Prints progress: on a terminal as one line that is overwritten, elsewhere as a line for every step, so that logs stay
 * readable. A failure is printed with its command and the last lines of its output.
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
        // Findings of the preflight are printed at the end, with their locations.
        if (event.id !== 'preflight') line(renderFailure(event));
        break;
      case 'finish':
        if (event.outcome === 'skipped') line(`     ${titles.get(event.id) ?? event.id}: not needed here`);
        if (!titles.has(event.id) || event.id === 'install') clear();
        break;
    }
  };
}

/** Renders a failure: the cause, the command, its last lines, and what to do. */
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
