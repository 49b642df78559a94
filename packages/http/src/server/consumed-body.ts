import type { IncomingMessage } from 'node:http';
import { bodyTooLarge } from '../errors/body-errors.ts';
import { parseMediaType } from '../protocol/content-type.ts';

/** What middleware of other frameworks leaves at a request whose stream it has read. */
interface ParsedRequest {
  readonly body?: unknown;
  readonly rawBody?: unknown;
}

/** Whether middleware before the router has read from the stream, so that it does not give the whole body any more. */
export function isBodyConsumed(request: IncomingMessage): boolean {
  return request.readableDidRead || request.readableEnded || request.readableEncoding !== null;
}

/** The body of such a request. Rejects when its bytes are lost. */
export async function readConsumedBody(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  const bytes = consumedBytes(request);
  if (bytes.byteLength > limit) throw bodyTooLarge(limit);
  return bytes;
}

/** The same as a stream. */
export function streamConsumedBody(request: IncomingMessage, limit: number): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      const bytes = await readConsumedBody(request, limit);
      if (bytes.byteLength > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
}

/** A parsed value will not do: it has lost duplicate names, `__proto__` and the digits of large numbers. */
function consumedBytes(request: IncomingMessage & ParsedRequest): Uint8Array {
  if (!request.readableDidRead && request.readableEnded) return new Uint8Array();
  const { body, rawBody } = request;
  if (rawBody instanceof Uint8Array) return rawBody;
  if (body instanceof Uint8Array) return body;
  if (typeof body === 'string' && isUtf8Text(request.headers['content-type'])) return Buffer.from(body);
  if (request.readableDidRead) throw new Error(READ_MESSAGE);
  throw new Error(DECODED_MESSAGE);
}

/** A string beside another type may be a value of JSON, not the text of the body. */
function isUtf8Text(contentType: string | undefined): boolean {
  if (contentType === undefined) return false;
  const { essence, charset = 'utf-8' } = parseMediaType(contentType);
  return essence.startsWith('text/') && (charset === 'utf-8' || charset === 'utf8');
}

const READ_MESSAGE =
  'the body was read before the router got the request, and its bytes are lost: mount the router before express.json() and other middleware that reads bodies, or put the bytes into request.rawBody there';

const DECODED_MESSAGE =
  'setEncoding() was called on the request before the router got it, and the bytes of its body are lost: mount the router before the middleware that does so';
