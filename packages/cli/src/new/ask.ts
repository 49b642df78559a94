import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';

/** The input and output of a terminal. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

/**
 * Asks a question until the answer is valid. Returns undefined if the input ends, or if the user presses Ctrl+C.
 *
 * @param read returns the value of an answer, or undefined if the answer is invalid
 */
export async function ask<T>(
  { input, output }: Terminal,
  question: string,
  read: (answer: string) => T | undefined,
): Promise<T | undefined> {
  const lines = createInterface({ input, output });
  const ended = once(lines, 'close').then(() => undefined);
  try {
    for (;;) {
      const answer = await Promise.race([lines.question(question).catch(ignoreAbort), ended]);
      if (answer === undefined) return undefined;
      const value = read(answer.trim());
      if (value !== undefined) return value;
    }
  } finally {
    lines.close();
  }
}

/** Converts the rejection after Ctrl+C to an answer that ends the questions. */
function ignoreAbort(error: Error): undefined {
  if (error.name !== 'AbortError') throw error;
}
