import type { ResponseHeaders } from '../protocol/response-headers.ts';

/**
 * The response as handlers and filters see it. Its status and headers also apply to the handler's result.
 * After `write` or `end`, the result is not written.
 */
export abstract class HttpResponse {
  abstract readonly headers: ResponseHeaders;
  /** The Content-Type of a body if no other was set. */
  abstract fallbackType: string | undefined;
  /** The status (default: 200). Setting it throws after the response has started. */
  abstract get status(): number;
  abstract set status(status: number);
  /** The status that was set; undefined if none was. */
  abstract readonly chosenStatus: number | undefined;
  /** Whether the status and headers have been sent. */
  abstract readonly started: boolean;
  abstract readonly ended: boolean;
  /**
   * Sends a part of the body; the first part is preceded by status and headers. Await the returned promise: the client
   * may be slow.
   */
  abstract write(chunk: string | Uint8Array): void | Promise<void>;
  /** Ends the response. Without a preceding `write`, sends the whole response with its Content-Length. */
  abstract end(body?: string | Uint8Array): void;
  /** Sends status and headers before the body. */
  abstract start(): void;
  /**
   * Aborts the response so that the client sees that it is incomplete. Later writes throw, as after `end`.
   */
  abstract breakOff(): void;
}
