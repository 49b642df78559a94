import { HEAD_FLAGS } from './head-flags.ts';

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

/** The headers of a request. Strings are created only when they are accessed. */
export class HeaderFields {
  /** Bits of {@link HEAD_FLAGS} that follow from the headers. */
  readonly flags: number;
  readonly #text: string;
  readonly #spans: readonly number[];

  /**
   * @param text received characters that contain the headers
   * @param spans positions in the text: the start and end of each name and each value
   */
  constructor(text: string, spans: readonly number[]) {
    this.#text = text;
    this.#spans = spans;
    this.flags = readFlags(text, spans);
  }

  /**
   * Returns the value of a header by its lower-case name, or undefined if the header is missing. Joins repeated headers
   * as Node does.
   */
  get(name: string): string | undefined {
    const spans = this.#spans;
    let found: string | undefined;
    for (let index = 0; index < spans.length; index += 4) {
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
    for (let index = 0; index < spans.length; index += 4) {
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
  let hasLength = false;
  for (let index = 0; index < spans.length; index += 4) {
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
      case 7:
        if (matchesName(text, start, end, 'upgrade') || matchesName(text, start, end, 'trailer')) {
          flags |= HEAD_FLAGS.unusual;
        }
        break;
      case 10:
        // llhttp before 9.4.2 does not recognize a token before a tab.
        if (matchesName(text, start, end, 'connection')) {
          flags |= connectionFlags(text.slice(spans[index + 2], spans[index + 3]));
        }
        break;
      case 14:
        if (matchesName(text, start, end, 'content-length')) {
          if (hasLength) flags |= HEAD_FLAGS.unusual;
          hasLength = true;
          if (trimmedValue(text, spans[index + 2]!, spans[index + 3]!) !== '0') flags |= HEAD_FLAGS.body;
        }
        break;
      case 16:
        if (matchesName(text, start, end, 'proxy-connection')) flags |= HEAD_FLAGS.unusual;
        break;
      case 17:
        if (matchesName(text, start, end, 'transfer-encoding')) {
          flags |= HEAD_FLAGS.body | HEAD_FLAGS.unusual;
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
  const text = value.toLowerCase();
  // Almost all clients that send this header send this value.
  if (text === 'keep-alive') return 0;
  let flags: number = HEAD_FLAGS.unusual;
  for (const part of text.split(',')) {
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
