import type { ResponseHeaders } from '../protocol/response-headers.ts';

/**
 * The response as a handler or filter sees it. What it says (status, headers) holds for the handler's result too;
 * once `write` or `end` was called, the result is no longer written.
 */
export abstract class HttpResponse {
  abstract readonly headers: ResponseHeaders;
  /** The Content-Type of a body for which none was set. */
  abstract fallbackType: string | undefined;
  /** 200 until it is set. Setting it once the response has begun is an error. */
  abstract get status(): number;
  abstract set status(status: number);
  /** The status that was set; undefined when none was. */
  abstract readonly chosenStatus: number | undefined;
  /** Whether the status and headers were sent. */
  abstract readonly started: boolean;
  abstract readonly ended: boolean;
  /** Sends a part of the body, and status and headers before the first. Await what it gives: the client may be slow. */
  abstract write(chunk: string | Uint8Array): void | Promise<void>;
  /** Ends the response; as the only call it sends the whole of it, with its length. */
  abstract end(body?: string | Uint8Array): void;
  /** Sends status and headers now, the body later. */
  abstract start(): void;
  /** Ends it so that the client does not take it for whole; a writer that goes on fails, as after the end. */
  abstract breakOff(): void;
}
