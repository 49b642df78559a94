import { splitOutsideQuotes } from './syntax.ts';

/** The validators of a representation. */
export interface Validators {
  /** An entity tag, including its quotes. */
  readonly tag: string;
  /** The time of the last modification in milliseconds since 1970. */
  readonly modified: number;
}

type Header = (name: string) => string | undefined;

/**
 * Evaluates the conditions of a request in the order that RFC 9110 defines in section 13.2.2. `current` contains the
 * known validators of the current representation. It is undefined if there is no representation.
 */
export function evaluateConditions(
  method: string,
  header: Header,
  current: Partial<Validators> | undefined,
): 'proceed' | 'not-modified' | 'failed' {
  const ifMatch = header('if-match');
  const unmodifiedSince = dateOf(header('if-unmodified-since'));
  if (ifMatch !== undefined) {
    // A weak tag matches nothing, because the comparison is strong.
    if (!includesTag(ifMatch, current, (tag) => (tag.startsWith('W/') ? undefined : tag))) return 'failed';
  } else if (unmodifiedSince !== undefined && isModifiedAfter(unmodifiedSince, current) === true) {
    return 'failed';
  }
  const isRead = method === 'GET' || method === 'HEAD';
  const ifNoneMatch = header('if-none-match');
  if (ifNoneMatch !== undefined) {
    if (!includesTag(ifNoneMatch, current, (tag) => tag.replace(/^W\//, ''))) return 'proceed';
    return isRead ? 'not-modified' : 'failed';
  }
  const modifiedSince = isRead ? dateOf(header('if-modified-since')) : undefined;
  return modifiedSince !== undefined && isModifiedAfter(modifiedSince, current) === false
    ? 'not-modified'
    : 'proceed';
}

/**
 * Whether the representation was modified after the date. Returns undefined if the time of the modification is unknown.
 */
function isModifiedAfter(date: number, current: Partial<Validators> | undefined): boolean | undefined {
  const modified = current?.modified;
  return modified === undefined ? undefined : toSeconds(modified) > toSeconds(date);
}

/** Whether If-Range permits a range, because the header is missing or matches the current representation. */
export function isRangeCurrent(ifRange: string | undefined, { tag, modified }: Validators): boolean {
  if (ifRange === undefined) return true;
  const text = ifRange.trim();
  if (text.startsWith('"') || text.startsWith('W/')) return text === tag;
  const date = dateOf(text);
  return date !== undefined && toSeconds(date) === toSeconds(modified);
}

/**
 * Whether a list of tags contains the current tag, or contains `*` and there is a representation. `read` returns the
 * form of a tag that is compared.
 */
function includesTag(
  header: string,
  current: Partial<Validators> | undefined,
  read: (tag: string) => string | undefined,
): boolean {
  if (current === undefined) return false;
  const own = current.tag === undefined ? undefined : read(current.tag);
  return splitOutsideQuotes(header, ',').some((text) => {
    const tag = text.trim();
    return tag === '*' || (own !== undefined && read(tag) === own);
  });
}

/**
 * Parses an HTTP date. Returns undefined if the header is missing or its date is invalid, because an invalid date must
 * be ignored. `Date.parse` alone would accept many other formats.
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
