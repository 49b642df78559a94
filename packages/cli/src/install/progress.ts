import { printable } from '@writ/diagnostics';
import type { EventSink, Failure, InstallEvent } from '@writ/installer';

/** The members of an output stream that the printer requires. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const MIB = 1024 * 1024;
/** Milliseconds between two updates of the line. */
const INTERVAL = 100;

/**
 * Prints progress as one line that is overwritten on a terminal, or as a line for every step in other outputs. A
 * failure is printed with its command and the last lines of its output.
 */
export function createProgressPrinter(screen: Screen, now: () => number = Date.now): EventSink {
  const titles = new Map<string, string>();
  let total = 0;
  let isDrawn = false;
  let lastDrawing = 0;
  const clearLine = (): void => {
    if (isDrawn) screen.write('\r\u001B[K');
    isDrawn = false;
  };
  const printLine = (text: string): void => {
    clearLine();
    screen.write(`${printable(text)}\n`);
  };
  const drawLine = (text: string): void => {
    if (!screen.isTTY) return;
    screen.write(`\r\u001B[K${printable(text).slice(0, Math.max(20, (screen.columns ?? 80) - 1))}`);
    isDrawn = true;
    lastDrawing = now();
  };
  return (event) => {
    switch (event.type) {
      case 'start':
        titles.set(event.id, event.title);
        if (event.parent === undefined) printLine(event.title);
        else if (screen.isTTY) drawLine(`${renderPercent(total)} ${event.title}`);
        else printLine(`${renderPercent(total)} ${event.title}`);
        break;
      case 'progress':
        ({ total } = event);
        if (now() - lastDrawing >= INTERVAL) {
          drawLine(`${renderPercent(total)} ${titles.get(event.id) ?? event.id}${renderBytes(event)}`);
        }
        break;
      case 'log':
        if (event.source === 'writ') printLine(`     ${event.text}`);
        break;
      case 'failure':
        // Findings of the preflight are printed at the end, with their locations.
        if (event.id !== 'preflight') printLine(renderFailure(event));
        break;
      case 'finish':
        if (event.outcome === 'skipped')
          printLine(`     ${titles.get(event.id) ?? event.id}: not needed here`);
        if (!titles.has(event.id) || event.id === 'install') clearLine();
        break;
    }
  };
}

/** Renders a failure: the cause, the command, the last lines of its output, and the next step. */
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
