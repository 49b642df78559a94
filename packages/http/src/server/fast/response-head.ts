import { STATUS_CODES } from 'node:http';

const STATUS_LINES: readonly string[] = Array.from({ length: 600 }, (_, status) => {
  const reason = STATUS_CODES[status] ?? 'unknown';
  return `HTTP/1.1 ${status} ${reason}\r\n`;
});

/** The head of a response, with the headers that the transport needs to complete it. */
export interface ResponseHead {
  /**
   * Status line and headers, without Connection and the empty line, which the transport adds. Contains Date only if the
   * application has set it.
   */
  text: string;
  /** Value of Content-Length, or undefined if the response does not have this header. */
  length: number | undefined;
  hasDate: boolean;
  /** The value of Connection that the application has set. */
  connection: string | undefined;
}

/** Matches a character that the value of a header must not contain. */
// oxlint-disable-next-line no-control-regex
const INVALID = /[^\t\u0020-\u007e\u0080-\u00ff]/;

/**
 * Formats the status line and the headers. Throws `TypeError` if a value contains an invalid character.
 *
 * @param headers alternating names, in lower case, and values
 */
export function formatHead(status: number, headers: readonly string[]): ResponseHead {
  const head: ResponseHead = {
    text: STATUS_LINES[status]!,
    length: undefined,
    hasDate: false,
    connection: undefined,
  };
  if (status === 200 && headers.length === 2 && headers[0] === 'content-type') {
    head.text = typedHead(headers[1]!);
    return head;
  }
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]!;
    const value = headers[index + 1]!;
    assertValid(name, value);
    switch (name) {
      case 'content-length':
        head.length = Number(value);
        break;
      case 'date':
        head.hasDate = true;
        break;
      case 'connection':
        head.connection = value;
        continue;
      case 'transfer-encoding':
      case 'keep-alive':
        // The transport sets these headers.
        continue;
      default:
    }
    head.text += `${name}: ${value}\r\n`;
  }
  return head;
}

function assertValid(name: string, value: string): void {
  if (INVALID.test(value))
    throw new TypeError(`the value of the header ${name} contains an invalid character`);
}

/**
 * Formatted heads of responses with status 200 whose only header is Content-Type, the most common case. The key is the
 * value of Content-Type.
 */
const typedHeads = new Map<string, string>();
/** Maximum number of cached heads, because handlers can create media types at run time. */
const MAX_TYPED_HEADS = 16;

function typedHead(type: string): string {
  const known = typedHeads.get(type);
  if (known !== undefined) return known;
  assertValid('content-type', type);
  const text = `${STATUS_LINES[200]!}content-type: ${type}\r\n`;
  if (typedHeads.size < MAX_TYPED_HEADS) typedHeads.set(type, text);
  return text;
}

/** Content-Length lines, by length. Only those of short bodies are cached. */
const lengthLines: string[] = [];
const MAX_LENGTH_LINES = 1_024;

/** Formats the Content-Length line. */
export function lengthLine(length: number): string {
  if (length >= MAX_LENGTH_LINES) return `content-length: ${length}\r\n`;
  return (lengthLines[length] ??= `content-length: ${length}\r\n`);
}
