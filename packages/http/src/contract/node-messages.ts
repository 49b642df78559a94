import type { IncomingMessage, ServerResponse } from 'node:http';

/** The request and response of `node:http`, on the transport `node`. */
export interface NodeMessages {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Must be called when other code has sent the whole response. */
  settle(): void;
}
