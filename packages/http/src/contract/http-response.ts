import type { ResponseSink } from './response-sink.ts';
import type { ResponseHeaders } from '../protocol/response-headers.ts';

/** Changes the status and headers, and returns the body to send. */
export type ChangeHead = (body: string | Uint8Array | undefined) => string | Uint8Array | undefined;

/**
 * The response as handlers and filters see it. Its status and headers also apply to the handler's result. After `write`
 * or `end`, the result is ignored.
 */
export abstract class HttpResponse {
  abstract readonly headers: ResponseHeaders;
  /** The Content-Type that applies if the header is not set. */
  abstract fallbackType: string | undefined;
  /**
   * The status (default: 200). Setting it throws `RangeError` unless it is an integer from 200 to 599, and an error
   * after the response has started.
   */
  abstract get status(): number;
  abstract set status(status: number);
  /** The status if it was set, otherwise undefined. */
  abstract readonly chosenStatus: number | undefined;
  /** Whether the status and headers have been sent. */
  abstract readonly started: boolean;
  abstract readonly ended: boolean;
  /**
   * Sends a part of the body. The first call sends the status and headers first. Await the returned promise, because
   * the client may be slow.
   */
  abstract write(chunk: string | Uint8Array): void | Promise<void>;
  /** Ends the response. If it has not started, sends it as a whole, with its Content-Length. */
  abstract end(body?: string | Uint8Array): void;
  /** Sends the status and headers before the body. */
  abstract start(): void;
  /** Aborts the response, so that the client can detect that it is incomplete. Later writes throw, as after `end`. */
  abstract breakOff(): void;
  /**
   * Adds a function to call immediately before the status and headers are sent. The function may change them, and
   * returns the body to send. It receives the whole body, or undefined if there is none or if the body is streamed. For
   * a streamed body, the return value is ignored, but the function can set status 304, for which no body is sent. The
   * function that was added last is called first; each one is called at most once.
   */
  abstract beforeHead(change: ChangeHead): void;
  /**
   * Sends the response through a sink that changes it, such as one that compresses it. `wrap` receives the sink to
   * which the changed response is sent. The sink that was added last receives the response first. Throws if the
   * response has started.
   */
  abstract intercept(wrap: (next: ResponseSink) => ResponseSink): void;
}
