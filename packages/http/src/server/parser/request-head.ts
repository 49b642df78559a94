/** Properties of a request. They are bits in a number, because a record of booleans would cost more. */
export const HEAD_FLAGS = {
  /** The headers announce a body. With `Content-Length: 0`, there is none. */
  body: 1,
  /** The connection remains open after the response. */
  keepAlive: 2,
  /** The request asks for another protocol. */
  upgrade: 4,
  host: 8,
  repeatsHost: 16,
  expect: 32,
  /** Connection contains `close`. */
  close: 64,
  /** Node rejects the headers, but this version of llhttp does not. */
  invalid: 128,
} as const;

/** Headers of which Node, and therefore this transport, uses only the first value. */
const SINGLE: ReadonlySet<string> = new Set([
  'age',
  'authorization',
  'content-length',
  'content-type',
  'etag',
  'expires',
  'from',
  'host',
  'if-modified-since',
  'if-unmodified-since',
  'last-modified',
  'location',
  'max-forwards',
  'proxy-authorization',
  'referer',
  'retry-after',
  'server',
  'user-agent',
]);

/** A request line and headers as the parser reports them. */
export interface ParsedHead {
  readonly method: string;
  /**
   * The minor version of HTTP/1. It is 0 for HTTP/0.9 and HTTP/2.0, because `node:http` responds to them as to
   * HTTP/1.0.
   */
  readonly minor: number;
  readonly isPersistent: boolean;
  readonly isUpgrade: boolean;
  /** The received characters from the target to the last header. */
  readonly text: string;
  /** Positions in the text: the start and end of the target, followed by those of each name and value. */
  readonly spans: readonly number[];
}

/** A request line and headers. Strings are created only when they are accessed. */
export class RequestHead {
  readonly method: string;
  readonly target: string;
  readonly minor: number;
  /** Bits of {@link HEAD_FLAGS}. */
  readonly flags: number;
  readonly #text: string;
  readonly #spans: readonly number[];

  constructor({ method, minor, isPersistent, isUpgrade, text, spans }: ParsedHead) {
    this.method = method;
    this.minor = minor;
    this.target = text.slice(spans[0], spans[1]);
    this.#text = text;
    this.#spans = spans;
    const flags = readFlags(text, spans) | (isUpgrade ? HEAD_FLAGS.upgrade : 0);
    const isKept = isPersistent && (flags & HEAD_FLAGS.close) === 0;
    this.flags = isKept ? flags | HEAD_FLAGS.keepAlive : flags;
  }

  has(flag: number): boolean {
    return (this.flags & flag) !== 0;
  }

  /**
   * Returns the value of a header by its lower-case name, or undefined if the header is missing. Joins repeated headers
   * as Node does.
   */
  get(name: string): string | undefined {
    const spans = this.#spans;
    let found: string | undefined;
    for (let index = 2; index < spans.length; index += 4) {
      if (!matchesName(this.#text, spans[index]!, spans[index + 1]!, name)) continue;
      found = joinValues(name, found, this.#valueAt(index));
    }
    return found;
  }

  /**
   * Returns all headers, with names in lower case. Reads each header only once, because calling `get` for each of 1,000
   * names would block the event loop.
   */
  entries(): Iterable<[string, string]> {
    const values = new Map<string, string>();
    const spans = this.#spans;
    for (let index = 2; index < spans.length; index += 4) {
      const name = this.#text.slice(spans[index], spans[index + 1]).toLowerCase();
      values.set(name, joinValues(name, values.get(name), this.#valueAt(index)));
    }
    return values;
  }

  #valueAt(index: number): string {
    return trimmedValue(this.#text, this.#spans[index + 2]!, this.#spans[index + 3]!);
  }
}

/** Adds the value of a repeated header to the earlier values, as Node does. */
function joinValues(name: string, earlier: string | undefined, value: string): string {
  if (earlier === undefined) return value;
  if (SINGLE.has(name)) return earlier;
  return `${earlier}${name === 'cookie' ? '; ' : ', '}${value}`;
}

function readFlags(text: string, spans: readonly number[]): number {
  let flags = 0;
  for (let index = 2; index < spans.length; index += 4) {
    const start = spans[index]!;
    const end = spans[index + 1]!;
    switch (end - start) {
      case 4:
        if (matchesName(text, start, end, 'host')) {
          flags |= (flags & HEAD_FLAGS.host) === 0 ? HEAD_FLAGS.host : HEAD_FLAGS.repeatsHost;
        }
        break;
      case 6:
        if (matchesName(text, start, end, 'expect')) flags |= HEAD_FLAGS.expect;
        break;
      case 10:
        // llhttp before 9.4.2 does not recognize a token before a tab.
        if (matchesName(text, start, end, 'connection')) {
          flags |= connectionFlags(text.slice(spans[index + 2], spans[index + 3]));
        }
        break;
      case 14:
        if (
          matchesName(text, start, end, 'content-length') &&
          trimmedValue(text, spans[index + 2]!, spans[index + 3]!) !== '0'
        ) {
          flags |= HEAD_FLAGS.body;
        }
        break;
      case 17:
        if (matchesName(text, start, end, 'transfer-encoding')) {
          flags |= HEAD_FLAGS.body;
          // Without this check, the body would be parsed as another request.
          if (trimmedValue(text, spans[index + 2]!, spans[index + 3]!) === '') flags |= HEAD_FLAGS.invalid;
        }
        break;
      default:
    }
  }
  return flags;
}

/** Returns the flags for a value of Connection. */
function connectionFlags(value: string): number {
  let flags = 0;
  for (const part of value.toLowerCase().split(',')) {
    let start = 0;
    while (isBlank(part.charCodeAt(start))) start += 1;
    if (trimmedValue(part, start, part.length) === 'close') flags |= HEAD_FLAGS.close;
    if (part.startsWith('upgrade', start) && /^ *\t/.test(part.slice(start + 'upgrade'.length))) {
      flags |= HEAD_FLAGS.invalid;
    }
  }
  return flags;
}

/** Whether the characters are equal to the lower-case name, ignoring case. */
function matchesName(text: string, start: number, end: number, name: string): boolean {
  if (end - start !== name.length) return false;
  for (let index = 0; index < name.length; index += 1) {
    const code = text.charCodeAt(start + index);
    if (code !== name.charCodeAt(index) && (code < 65 || code > 90 || code + 32 !== name.charCodeAt(index))) {
      return false;
    }
  }
  return true;
}

/** Returns a value without trailing spaces and tabs. */
function trimmedValue(text: string, start: number, end: number): string {
  let last = end;
  while (last > start && isBlank(text.charCodeAt(last - 1))) last -= 1;
  return text.slice(start, last);
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}
