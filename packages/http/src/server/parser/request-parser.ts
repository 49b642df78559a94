import type { RequestHead } from './request-head.ts';

/** Receives the parts of requests in the order in which they arrive. */
export interface RequestReceiver {
  onHead(head: RequestHead): void;
  /**
   * Called before {@link onHead} if a request asks for another protocol. If it returns true, the rest of the connection
   * is not HTTP: the request ends with its head, even if the head announces a body.
   */
  acceptsUpgrade(head: RequestHead): boolean;
  /** Receives a part of the body. The part shares memory with the parsed chunk. */
  onBody(part: Uint8Array): void;
  /** Called when a request, including its trailers, is complete. */
  onEnd(): void;
}

/** The reason why a connection cannot continue. */
export type ParseFailure = 'bad-request' | 'headers-too-large' | 'extensions-too-large';

/** Parses the requests of one connection. */
export interface RequestParser {
  /**
   * Parses from `start` to the end of the current request, to the end of the chunk, or at most 64 KiB, whichever comes
   * first, and returns the position at which it stopped. After a {@link failure}, the receiver is not called again.
   */
  execute(chunk: Buffer, start: number): number;
  /** The reason why the data is invalid, or undefined while it is valid. */
  readonly failure: ParseFailure | undefined;
  /** Whether a request has begun but not ended. */
  readonly isInside: boolean;
  /** Releases the memory of the parser. Must be called when the parser is no longer needed. */
  free(): void;
}
