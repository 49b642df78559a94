import { REDACTED } from '@writ/diagnostics';

/**
 * Shorter secrets cannot be told from ordinary text; replacing every occurrence of one or two letters would
 * rather show them by what is missing.
 */
const SHORTEST = 4;

/** Replaces secrets in texts and in streams of chunks. */
export interface Redactor {
  redact(text: string): string;
  /** A filter for one stream: a secret that is cut in two by a chunk's end is found as well. */
  stream(): RedactingStream;
}

export interface RedactingStream {
  /** What of the text so far cannot be part of a secret that is still to be completed. */
  push(chunk: string): string;
  /** The rest. */
  end(): string;
}

/** @param secrets plain texts; their forms in JSON, URLs and base64 are found too */
export function redactor(secrets: Iterable<string>): Redactor {
  const forms = [...new Set([...secrets].flatMap(formsOf))]
    .filter((form) => form.length >= SHORTEST)
    .toSorted((a, b) => b.length - a.length);
  const pattern =
    forms.length === 0
      ? undefined
      : new RegExp(
          forms.map((form) => form.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join('|'),
          'g',
        );
  const redact = (text: string): string => (pattern === undefined ? text : text.replace(pattern, REDACTED));
  return { redact, stream: () => streamOf(forms, redact) };
}

function formsOf(secret: string): string[] {
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  ];
}

function streamOf(forms: readonly string[], redact: (text: string) => string): RedactingStream {
  let held = '';
  return {
    push(chunk) {
      held = redact(held + chunk);
      const keep = longestBeginning(held, forms);
      const safe = held.slice(0, held.length - keep);
      held = held.slice(held.length - keep);
      return safe;
    },
    end() {
      const rest = redact(held);
      held = '';
      return rest;
    },
  };
}

/** The length of the longest end of `text` with which one of the forms begins. */
function longestBeginning(text: string, forms: readonly string[]): number {
  let longest = 0;
  for (const form of forms) {
    for (let length = Math.min(form.length - 1, text.length); length > longest; length -= 1) {
      if (text.endsWith(form.slice(0, length))) longest = length;
    }
  }
  return longest;
}
