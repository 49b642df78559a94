import { malformedForm } from './form-errors.ts';

/** Maximum number of headers in a part. */
const MAX_HEADERS = 64;

/**
 * Parses the header lines of a part. `head` is a byte string from the boundary to the empty line. The returned names
 * are in lower case. Throws an error with status 400 if a line is invalid.
 */
export function parsePartHeaders(head: string): Readonly<Record<string, readonly string[]>> {
  const [padding = '', ...lines] = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  if (/[^ \t]/.test(padding)) throw malformedForm('a boundary is followed by other characters');
  if (lines.length > MAX_HEADERS) throw malformedForm(`a part has more than ${MAX_HEADERS} headers`);
  const headers = Object.create(null) as Record<string, string[]>;
  for (const line of lines) {
    const [, name, value] = HEADER.exec(line) ?? [];
    if (name === undefined || value === undefined) throw malformedForm('a part has an invalid header line');
    (headers[name.toLowerCase()] ??= []).push(withoutPadding(value));
  }
  return headers;
}

/**
 * Matches a header line as defined in RFC 9110, sections 5.1 and 5.5. The name is a token, and the value contains no
 * control characters except tabs. Leading spaces are matched as part of the value, because matching them separately
 * would take quadratic time.
 */
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):([\t\x20-\x7e\x80-\xff]*)$/;

/**
 * Removes spaces and tabs at both ends. `trim` would also remove 0xA0, which can be the last byte of a UTF-8
 * character.
 */
function withoutPadding(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isPadding(value[start])) start += 1;
  while (end > start && isPadding(value[end - 1])) end -= 1;
  return value.slice(start, end);
}

function isPadding(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}
