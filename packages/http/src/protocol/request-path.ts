import { HttpError } from '../errors/http-error.ts';
import { removeMatrix, decodePathPart, matrixOf, NO_MATRIX, type Matrix } from './matrix.ts';

/**
 * The path of a request. It is parsed in the same way for every transport: it ends at `?` or `#`, dot segments are
 * resolved as in WHATWG URL, matrix parameters are removed from each segment, and each segment is percent-decoded once.
 * `+` is retained.
 */
export interface RequestPath {
  /** The path as sent, without the query. It starts with `/`. */
  readonly raw: string;
  /**
   * Whether `raw` needs no parsing: it consists of visible ASCII characters and contains no escapes, matrix
   * parameters, backslashes, empty segments or segments that begin with a dot.
   */
  readonly plain: boolean;
  /** Decoded segments, except empty ones. For `/a//b%2Fc/`, they are `['a', 'b/c']`. */
  readonly segments: readonly string[];
  /** Decoded segments, including empty ones. For `/a//b/`, they are `['a', '', 'b', '']`. */
  readonly parts: readonly string[];
  /**
   * Returns the decoded values of a matrix parameter from all segments, in order. Throws an `HttpError` with status 400
   * if an escape is malformed.
   */
  readonly matrix: Matrix;
}

/**
 * Maximum length of a path as sent. The cost of matching grows with the length, and Node limits only the total size of
 * the headers.
 */
export const MAX_PATH = 8192;

/**
 * Parses a request target such as `/a/b?c`. Throws an `HttpError` with status 400 if the path cannot be decoded, and
 * with status 414 if it is too long.
 */
export function readPath(target: string): RequestPath {
  const end = plainEnd(target);
  if (end === -1) return parsePath(assertLength(originFormPath(target)));
  if (end > MAX_PATH) assertLength(target.slice(0, end));
  return new PlainPath(end === target.length ? target : target.slice(0, end));
}

/**
 * Returns the position at which the path ends if the path needs no parsing. Returns -1 if the path contains escapes,
 * matrix parameters, backslashes, empty segments, segments that begin with a dot, or characters other than visible
 * ASCII characters, or if it does not start with a slash. One pass over the characters costs less than equivalent
 * regular expressions.
 */
function plainEnd(target: string): number {
  let previous = 0;
  let index = 0;
  for (; index < target.length; index += 1) {
    const code = target.charCodeAt(index);
    if (code === QUESTION_MARK || code === HASH) break;
    if (code <= SPACE || code >= DELETE || code === PERCENT || code === SEMICOLON || code === BACKSLASH)
      return -1;
    if (previous === SLASH && (code === SLASH || code === DOT)) return -1;
    previous = code;
  }
  if (target.charCodeAt(0) !== SLASH || (previous === SLASH && index > 1)) return -1;
  return index;
}

const SPACE = 0x20;
const HASH = 0x23;
const PERCENT = 0x25;
const DOT = 0x2e;
const SLASH = 0x2f;
const SEMICOLON = 0x3b;
const QUESTION_MARK = 0x3f;
const BACKSLASH = 0x5c;
const DELETE = 0x7f;

const NOT_ASCII = /[^\u0021-\u007e]/;

/**
 * A path that needs no parsing. It is split into segments on first use, because static routes do not need them.
 */
class PlainPath implements RequestPath {
  readonly raw: string;
  #segments: readonly string[] | undefined = undefined;

  constructor(raw: string) {
    this.raw = raw;
  }

  get plain(): boolean {
    return true;
  }

  get matrix(): Matrix {
    return NO_MATRIX;
  }

  get segments(): readonly string[] {
    return (this.#segments ??= splitSegments(this.raw));
  }

  get parts(): readonly string[] {
    return this.raw === '/' ? [''] : this.segments;
  }
}

/** Splits a path into segments. `String.split` would be several times slower if there are few segments. */
function splitSegments(raw: string): readonly string[] {
  if (raw === '/') return [];
  const first = raw.indexOf('/', 1);
  if (first === -1) return [raw.slice(1)];
  const second = raw.indexOf('/', first + 1);
  if (second === -1) return [raw.slice(1, first), raw.slice(first + 1)];
  // A longer list is allocated with room for more segments, which would cost more for the short paths above.
  const segments = [raw.slice(1, first), raw.slice(first + 1, second)];
  let start = second + 1;
  for (let end = raw.indexOf('/', start); end !== -1; end = raw.indexOf('/', start)) {
    segments.push(raw.slice(start, end));
    start = end + 1;
  }
  segments.push(raw.slice(start));
  return segments;
}

/** Returns the target up to the query or fragment. Clients should not send fragments. */
export function pathOfTarget(target: string): string {
  const query = target.indexOf('?');
  const path = query === -1 ? target : target.slice(0, query);
  const fragment = path.indexOf('#');
  return fragment === -1 ? path : path.slice(0, fragment);
}

function originFormPath(target: string): string {
  const path = pathOfTarget(target);
  if (path.startsWith('/')) return path;
  // Clients send the absolute form to a proxy: `GET http://host/a`.
  const absolute = /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i.exec(path);
  if (absolute === null) throw new HttpError('invalid-path', 'the path must start with a slash');
  return path.slice(absolute[0].length) || '/';
}

function assertLength(path: string): string {
  if (path.length > MAX_PATH)
    throw new HttpError('path-too-long', `the path is longer than ${MAX_PATH} characters`);
  return path;
}

function parsePath(raw: string): RequestPath {
  if (NOT_ASCII.test(raw)) {
    throw new HttpError('invalid-path', 'non-ASCII characters in a path must be percent-encoded');
  }
  const sent = resolveDots(raw.replaceAll('\\', '/').slice(1).split('/'));
  const parts = sent.map(decodedSegment);
  const matrix = raw.includes(';') ? matrixOf(sent) : NO_MATRIX;
  return { raw, plain: false, parts, segments: parts.filter((part) => part !== ''), matrix };
}

const SINGLE_DOT = /^(?:\.|%2e)$/i;
const DOUBLE_DOT = /^(?:\.|%2e){2}$/i;

/** Resolves dot segments as WHATWG URL does. */
export function resolveDots(parts: readonly string[]): string[] {
  const kept: string[] = [];
  for (const [index, part] of parts.entries()) {
    const single = SINGLE_DOT.test(part);
    if (!single && !DOUBLE_DOT.test(part)) {
      kept.push(part);
      continue;
    }
    if (!single) kept.pop();
    // As in a URL, `/a/.` and `/a/b/..` resolve to paths with a trailing slash.
    if (index === parts.length - 1) kept.push('');
  }
  return kept;
}

function decodedSegment(part: string): string {
  const text = removeMatrix(part);
  // A server that interprets `..;a` as the parent folder would see a different path.
  if (text !== part && (SINGLE_DOT.test(text) || DOUBLE_DOT.test(text))) {
    throw new HttpError('invalid-path', 'a dot segment cannot have matrix parameters');
  }
  return decodePathPart(text);
}
