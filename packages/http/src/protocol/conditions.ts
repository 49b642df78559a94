import { splitOutsideQuotes } from './syntax.ts';

/** The validators of a representation. */
export interface Validators {
  /** A strong entity tag, with its quotes. */
  readonly tag: string;
  /** The time of the last modification in milliseconds since 1970. */
  readonly modified: number;
}

type Header = (name: string) => string | undefined;

/** Evaluates the conditions of a GET or HEAD request in the order of RFC 9110, section 13.2.2. */
export function evaluateConditions(
  header: Header,
  { tag, modified }: Validators,
): 'send' | 'not-modified' | 'failed' {
  const ifMatch = header('if-match');
  const unmodifiedSince = dateOf(header('if-unmodified-since'));
  if (ifMatch !== undefined) {
    if (!includesTag(ifMatch, tag, (text) => text)) return 'failed';
  } else if (unmodifiedSince !== undefined && toSeconds(modified) > toSeconds(unmodifiedSince)) {
    return 'failed';
  }
  const ifNoneMatch = header('if-none-match');
  if (ifNoneMatch !== undefined) {
    return includesTag(ifNoneMatch, tag, (text) => text.replace(/^W\//, '')) ? 'not-modified' : 'send';
  }
  const modifiedSince = dateOf(header('if-modified-since'));
  return modifiedSince !== undefined && toSeconds(modified) <= toSeconds(modifiedSince)
    ? 'not-modified'
    : 'send';
}

/** Whether If-Range permits a range, because the header is absent or matches the current representation. */
export function isRangeCurrent(ifRange: string | undefined, { tag, modified }: Validators): boolean {
  if (ifRange === undefined) return true;
  const text = ifRange.trim();
  if (text.startsWith('"') || text.startsWith('W/')) return text === tag;
  const date = dateOf(text);
  return date !== undefined && toSeconds(date) === toSeconds(modified);
}

function includesTag(header: string, tag: string, read: (text: string) => string): boolean {
  return splitOutsideQuotes(header, ',').some((text) => text.trim() === '*' || read(text.trim()) === tag);
}

/**
 * Parses an HTTP date. Returns undefined for an invalid date, which must be ignored. `Date.parse` alone would accept
 * many other formats.
 */
function dateOf(header: string | undefined): number | undefined {
  if (header === undefined || !/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d/.test(header)) {
    return undefined;
  }
  const date = Date.parse(header.endsWith('GMT') ? header : `${header} GMT`);
  return Number.isNaN(date) ? undefined : date;
}

/** Rounds down to seconds, because dates in headers contain no fractions of a second. */
function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
