import type { IncomingMessage } from 'node:http';
import { bodyTooLarge } from '../errors/body-errors.ts';
import { parseMediaType } from '../protocol/content-type.ts';

/** Properties in which middleware for other frameworks stores a body that it has read. */
interface ParsedRequest {
  readonly body?: unknown;
  readonly rawBody?: unknown;
}

/**
 * Whether the stream can no longer supply the bytes of the whole body, because middleware before the router has read
 * from it or called `setEncoding()`, or because it has ended.
 */
export function isBodyConsumed(request: IncomingMessage): boolean {
  return request.readableDidRead || request.readableEnded || request.readableEncoding !== null;
}

/**
 * Returns the bytes of a body for which {@link isBodyConsumed} is true. Rejects if they are lost, and with 413 if the
 * body exceeds the limit.
 */
export async function readConsumedBody(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  const bytes = consumedBytes(request);
  if (bytes.byteLength > limit) throw bodyTooLarge(limit);
  return bytes;
}

/** Creates a stream with the bytes of such a body. It fails with the same errors as {@link readConsumedBody}. */
export function streamConsumedBody(request: IncomingMessage, limit: number): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      const bytes = await readConsumedBody(request, limit);
      if (bytes.byteLength > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
}

/**
 * Returns the bytes that middleware has stored in the request. Accepts only bytes and text, because a parsed value has
 * lost duplicate names, `__proto__` and digits of large numbers.
 */
function consumedBytes(request: IncomingMessage & ParsedRequest): Uint8Array {
  if (!request.readableDidRead && request.readableEnded) return new Uint8Array();
  const { body, rawBody } = request;
  if (rawBody instanceof Uint8Array) return rawBody;
  if (body instanceof Uint8Array) return body;
  if (typeof body === 'string' && isUtf8Text(request.headers['content-type'])) return Buffer.from(body);
  if (request.readableDidRead) throw new Error(READ_MESSAGE);
  throw new Error(DECODED_MESSAGE);
}

/**
 * Whether a string in `request.body` is the body's text and encoding it as UTF-8 restores the bytes. For media types
 * other than `text/*`, the string may be a parsed JSON string.
 */
function isUtf8Text(contentType: string | undefined): boolean {
  if (contentType === undefined) return false;
  const { essence, charset = 'utf-8' } = parseMediaType(contentType);
  return essence.startsWith('text/') && (charset === 'utf-8' || charset === 'utf8');
}

const READ_MESSAGE =
  'other middleware has read the body, and its bytes are lost: mount the router before express.json() and other body parsers, or store the bytes in request.rawBody';

const DECODED_MESSAGE =
  'other middleware has called setEncoding() on the request, and the bytes of its body are lost: mount the router before that middleware';
