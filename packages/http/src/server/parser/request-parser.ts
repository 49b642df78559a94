import type { RequestHead } from './request-head.ts';

/** Receives the parts of requests in the order in which they arrive. */
export interface RequestReceiver {
  onHead(head: RequestHead): void;
  /** A part of the body; it shares memory with the chunk that was parsed. */
  onBody(part: Uint8Array): void;
  /** Called after the last part of a request, including its trailers. */
  onEnd(): void;
}

/** Why a connection cannot continue. */
export type ParseFailure = 'bad-request' | 'headers-too-large' | 'extensions-too-large';

/** Parses the requests of one connection. */
export interface RequestParser {
  /**
   * Parses from `start` to the end of the current request or of the chunk, and returns where it stopped. After a
   * {@link failure} there are no further events.
   */
  execute(chunk: Buffer, start: number): number;
  /** Why the data is invalid; undefined as long as it is valid. */
  readonly failure: ParseFailure | undefined;
  /** Whether a request has begun and not ended. */
  readonly isInside: boolean;
  /** Releases the memory of the parser; must be called once. */
  free(): void;
}
