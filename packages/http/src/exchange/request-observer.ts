/**
 * How a request ended: its response was complete, the client disconnected, the server aborted the response, or the
 * request was passed to the middleware after the router.
 */
export type RequestOutcome = 'answered' | 'disconnected' | 'aborted' | 'passed-on';

/** Publishes the progress of one request. */
export interface RequestObserver {
  /** Called when the route is selected. */
  routed(): void;
  /** Called when status, headers and body are final. */
  answered(status: number): void;
  /** Called when an error is thrown and not caught by a filter. */
  failed(error: unknown): void;
  /** Called when the request is over without a complete response. */
  closed(outcome: Exclude<RequestOutcome, 'answered'>): void;
}
