import { REDACTED } from '@writ/diagnostics';

/**
 * Shorter secrets cannot be told from ordinary text; replacing every occurrence of one or two letters would
 * rather show them by what is missing.
 */
const MINIMUM_SECRET_LENGTH = 4;

/** A hash of crypt(3): what the new system makes of a password is nobody's business either. */
const HASH = String.raw`\$(?:y|gy|7|6|5|2[abxy]?)\$[./A-Za-z0-9$=,]{20,}`;

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
export function createRedactor(secrets: Iterable<string>): Redactor {
  const forms = [...new Set([...secrets].flatMap(encodedForms))]
    .filter((form) => form.length >= MINIMUM_SECRET_LENGTH)
    .toSorted((a, b) => b.length - a.length);
  const patterns = forms.map((form) => form.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  const known = createReplacer(patterns);
  // Where a chunk ends, half a hash looks like a whole one.
  return { redact: createReplacer([...patterns, HASH]), stream: () => createStream(forms, known) };
}

function createReplacer(patterns: readonly string[]): (text: string) => string {
  if (patterns.length === 0) return (text) => text;
  const pattern = new RegExp(patterns.join('|'), 'g');
  return (text) => text.replace(pattern, REDACTED);
}

function encodedForms(secret: string): string[] {
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    base64Prefix(secret),
    // As shells show what they run, and what they hold.
    secret.replaceAll("'", String.raw`'\''`),
    secret.replaceAll(/["\\$`]/g, String.raw`\$&`),
    secret.replaceAll(/[^\w@%+=:,./\u0080-\uffff-]/g, String.raw`\$&`),
  ];
}

/** Without the last letters, when what stands behind the secret changes them. */
function base64Prefix(secret: string): string {
  const bytes = Buffer.from(secret);
  return bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64');
}

function createStream(forms: readonly string[], redact: (text: string) => string): RedactingStream {
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
