import { printable } from '@writ/diagnostics';
import type { EventSink, Failure, InstallEvent } from '@writ/installer';

/** The members of an output stream that the printer requires. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const MIB = 1024 * 1024;
/** Minimum number of milliseconds between updates of the line by progress events. */
const INTERVAL = 100;

/**
 * Prints progress: on a terminal, as one line that is overwritten; to other outputs, as one line per step. A failure is
 * printed with its command and the last lines of its output.
 */
export function createProgressPrinter(screen: Screen, now: () => number = Date.now): EventSink {
  const titles = new Map<string, string>();
  /** Ids of the running steps in the order of their starts, except for the installation itself. */
  const running = new Set<string>();
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
  /** Draws a step, with the number of other steps that run at the same time. */
  const drawStep = (id: string, details = ''): void => {
    const others = running.size - (running.has(id) ? 1 : 0);
    const more = others > 0 ? `(and ${others} more) ` : '';
    drawLine(`${renderPercent(total)} ${more}${titles.get(id) ?? id}${details}`);
  };
  const drawLatest = (): void => {
    const latest = [...running].at(-1);
    if (latest !== undefined) drawStep(latest);
  };
  return (event) => {
    switch (event.type) {
      case 'start':
        titles.set(event.id, event.title);
        if (event.parent !== undefined) running.add(event.id);
        if (event.parent === undefined) printLine(event.title);
        else if (screen.isTTY) drawStep(event.id);
        else printLine(`${renderPercent(total)} ${event.title}`);
        break;
      case 'progress':
        ({ total } = event);
        if (now() - lastDrawing >= INTERVAL) drawStep(event.id, renderBytes(event));
        break;
      case 'log':
        if (event.source === 'writ') {
          const title = running.size > 1 ? titles.get(event.id) : undefined;
          printLine(`     ${title === undefined ? '' : `${title}: `}${event.text}`);
        }
        break;
      case 'failure':
        // Findings of the preflight are printed at the end, with their locations.
        if (event.id !== 'preflight') printLine(renderFailure(event));
        break;
      case 'finish':
        running.delete(event.id);
        if (event.outcome === 'skipped')
          printLine(`     ${titles.get(event.id) ?? event.id}: not needed here`);
        if (!titles.has(event.id) || event.id === 'install') clearLine();
        else drawLatest();
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
