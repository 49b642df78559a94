import { StringDecoder } from 'node:string_decoder';
import type { Redactor } from './redact.ts';

/**
 * Maximum number of characters in a line. Longer lines are split, so that an endless line cannot exhaust
 * memory.
 */
const MAXIMUM_LINE_LENGTH = 8192;

/**
 * Splits a stream of bytes into redacted lines. A carriage return also ends a line; empty lines are skipped.
 */
export interface LineSplitter {
  push(chunk: Buffer): void;
  end(): void;
}

export function createLineSplitter(redactor: Redactor, onLine: (line: string) => void): LineSplitter {
  const decoder = new StringDecoder('utf8');
  const redacting = redactor.stream();
  let line = '';
  const take = (text: string): void => {
    const parts = (line + text).split(/\r\n|\n|\r/);
    line = parts.pop() ?? '';
    for (const part of parts) if (part !== '') onLine(part);
    while (line.length > MAXIMUM_LINE_LENGTH) {
      onLine(line.slice(0, MAXIMUM_LINE_LENGTH));
      line = line.slice(MAXIMUM_LINE_LENGTH);
    }
  };
  return {
    push: (chunk) => take(redacting.push(decoder.write(chunk))),
    end: () => {
      take(redacting.push(decoder.end()) + redacting.end());
      if (line !== '') onLine(line);
      line = '';
    },
  };
}
