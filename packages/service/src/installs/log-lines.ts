import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InstallEvent } from '@writ/installer';
import type { InstallOutcome } from '../records/install.ts';
import type { RecordedLine, RecordedLog } from '../store/recorded-log.ts';

/** A line of an installation's log. */
export interface LogLine {
  /** Counts from 1. */
  readonly line: number;
  /** ISO 8601, UTC; absent for `end`. */
  readonly time?: string;
  /** ID of the step; absent for `end`. */
  readonly step?: string;
  /**
   * For `step`, `text` is the title of the step that is starting; for `end`, it is the final state of the installation.
   */
  readonly kind: 'step' | 'output' | 'failure' | 'end';
  /** Present for output. */
  readonly source?: 'stdout' | 'stderr' | 'writ';
  readonly text: string;
  /** Whether the line appears to report an error. */
  readonly isError: boolean;
}

/** Words that programs use to report errors. */
const ERROR_WORDS = /\b(?:errors?|fatal|failed|failure|fails|panic|cannot|could not|unable to)\b/i;

/** Reads at most `count` lines, starting with line `from` or the first stored line after it. */
export async function readLines(
  log: RecordedLog,
  id: number,
  from: number,
  count: number,
): Promise<LogLine[]> {
  return (await log.window(id, from, count)).map(toLogLine);
}

function toLogLine({ line, data }: RecordedLine): LogLine {
  const event = JSON.parse(data) as InstallEvent | ({ readonly type: 'end' } & InstallOutcome);
  switch (event.type) {
    case 'start':
      return { line, time: event.time, step: event.id, kind: 'step', text: event.title, isError: false };
    case 'failure':
      return {
        line,
        time: event.time,
        step: event.id,
        kind: 'failure',
        text: `${event.message}\n${event.next}`,
        isError: true,
      };
    case 'end':
      return { line, kind: 'end', text: event.state, isError: event.state === 'failed' };
    case 'log': {
      const { time, id: step, source, text } = event;
      return { line, time, step, kind: 'output', source, text, isError: ERROR_WORDS.test(text) };
    }
    default:
      throw new TypeError(`an event of type ${event.type} is not a line of the log`);
  }
}

/** Conditions of a search, all of which must be met. */
export interface LogSearch {
  /** Part of the line, case-insensitive; empty for all lines. */
  readonly text: string;
  readonly errorsOnly: boolean;
  /** The first line to search. */
  readonly from: number;
  /** Maximum number of hits. */
  readonly limit: number;
}

/** The result of a search. */
export interface LogHits {
  /** The line numbers, in ascending order. */
  readonly lines: readonly number[];
  /** The line at which the search continues; absent if the rest has been searched. */
  readonly next?: number;
}

/** Number of lines searched in one turn of the event loop, which takes a few milliseconds. */
export const LINES_PER_TURN = 1_000;

/**
 * Searches the log in parts, one in each turn of the event loop, until the log ends or there are more hits than
 * `limit`. Rejects if `signal` is aborted.
 */
export async function searchLines(
  log: RecordedLog,
  id: number,
  { text, errorsOnly, from, limit }: LogSearch,
  signal: AbortSignal,
): Promise<LogHits> {
  const wanted = text.toLowerCase();
  const lines: number[] = [];
  for (let at = from; ;) {
    signal.throwIfAborted();
    const part = await readLines(log, id, at, LINES_PER_TURN);
    for (const { line, text: found, isError } of part) {
      if ((errorsOnly && !isError) || !found.toLowerCase().includes(wanted)) continue;
      if (lines.length === limit) return { lines, next: line };
      lines.push(line);
    }
    if (part.length < LINES_PER_TURN) return { lines };
    at = part.at(-1)!.line + 1;
    await nextTurn();
  }
}
