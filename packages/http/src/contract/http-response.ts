import type { ResponseHeaders } from '../protocol/response-headers.ts';

/**
 * The response as handlers and filters see it. Its status and headers apply to the handler's result as well. After
 * `write` or `end`, the result is ignored.
 */
export abstract class HttpResponse {
  abstract readonly headers: ResponseHeaders;
  /** The Content-Type that applies if the header is not set. */
  abstract fallbackType: string | undefined;
  /** The status (default: 200). It cannot be set after the response has started. */
  abstract get status(): number;
  abstract set status(status: number);
  /** The status if it was set, otherwise undefined. */
  abstract readonly chosenStatus: number | undefined;
  /** Whether the status and headers have been sent. */
  abstract readonly started: boolean;
  abstract readonly ended: boolean;
  /**
   * Sends a part of the body. The first call sends status and headers before it. Await the returned promise, because
   * the client may be slow.
   */
  abstract write(chunk: string | Uint8Array): void | Promise<void>;
  /** Ends the response. If `write` was not called, sends the whole response with its Content-Length. */
  abstract end(body?: string | Uint8Array): void;
  /** Sends status and headers before the body. */
  abstract start(): void;
  /** Aborts the response, so that the client can detect that it is incomplete. Later writes throw, as after `end`. */
  abstract breakOff(): void;
}
