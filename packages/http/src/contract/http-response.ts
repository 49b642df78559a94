import type { ResponseHeaders } from '../protocol/response-headers.ts';

/**
 * The response as handlers and filters see it. Its status and headers apply to the handler's result, too; after `write`
 * or `end`, the result is no longer written.
 */
export abstract class HttpResponse {
  abstract readonly headers: ResponseHeaders;
  /** The Content-Type of a body for which none was set. */
  abstract fallbackType: string | undefined;
  /** 200 unless set. Throws if it is set after the response has started. */
  abstract get status(): number;
  abstract set status(status: number);
  /** The status that was set; undefined when none was. */
  abstract readonly chosenStatus: number | undefined;
  /** Whether the status and headers were sent. */
  abstract readonly started: boolean;
  abstract readonly ended: boolean;
  /**
   * Sends a part of the body; the first part is preceded by status and headers. Await the returned promise: the client
   * may be slow.
   */
  abstract write(chunk: string | Uint8Array): void | Promise<void>;
  /** Ends the response; as the only call it sends the whole of it, with its length. */
  abstract end(body?: string | Uint8Array): void;
  /** Sends status and headers now, the body later. */
  abstract start(): void;
  /** Aborts the response so that the client sees it is incomplete. Writing afterwards fails, as after `end`. */
  abstract breakOff(): void;
}
