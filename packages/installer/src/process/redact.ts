import { REDACTED } from '@writ/diagnostics';

/**
 * Shorter secrets cannot be distinguished from ordinary text. If every occurrence of one or two characters
 * were replaced, the gaps would reveal them.
 */
const MINIMUM_SECRET_LENGTH = 4;

/** A crypt(3) hash. Hashes that are created in the new system are confidential too. */
const HASH = String.raw`\$(?:y|gy|7|6|5|2[abxy]?)\$[./A-Za-z0-9$=,]{20,}`;

/** Replaces secrets in strings and streams with `[redacted]`. */
export interface Redactor {
  /** Replaces secrets and password hashes. */
  redact(text: string): string;
  /**
   * Creates a filter for a stream. It finds secrets that are split across chunks, but no password hashes other
   * than the given secrets.
   */
  stream(): RedactingStream;
}

export interface RedactingStream {
  /** Adds a chunk. Returns the redacted text up to the point where an incomplete secret may begin. */
  push(chunk: string): string;
  /** Returns the remaining text, redacted. */
  end(): string;
}

/**
 * @param secrets plain strings; their encodings in JSON, URLs, base64 and shell quotes are redacted too.
 * Strings and encodings with fewer than 4 characters are not redacted.
 */
export function createRedactor(secrets: Iterable<string>): Redactor {
  const forms = [...new Set([...secrets].flatMap(encodedForms))]
    .filter((form) => form.length >= MINIMUM_SECRET_LENGTH)
    .toSorted((a, b) => b.length - a.length);
  const patterns = forms.map((form) => form.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  const known = createReplacer(patterns);
  // In a stream, hashes are not found by pattern, because a partial hash at the end of a chunk would match as
  // a complete one.
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
    // The quoting in which shells print commands and variables.
    secret.replaceAll("'", String.raw`'\''`),
    secret.replaceAll(/["\\$`]/g, String.raw`\$&`),
    secret.replaceAll(/[^\w@%+=:,./\u0080-\uffff-]/g, String.raw`\$&`),
  ];
}

/** Returns the base64 characters of a secret that do not depend on the characters after it. */
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

/** Returns the length of the longest suffix of `text` that is the proper beginning of one of the forms. */
function longestBeginning(text: string, forms: readonly string[]): number {
  let longest = 0;
  for (const form of forms) {
    for (let length = Math.min(form.length - 1, text.length); length > longest; length -= 1) {
      if (text.endsWith(form.slice(0, length))) longest = length;
    }
  }
  return longest;
}
