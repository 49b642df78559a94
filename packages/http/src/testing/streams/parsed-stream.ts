/** A request as a parser reported it. Bytes are characters of Latin-1. */
export interface ParsedRequest {
  readonly method: string;
  readonly target: string;
  /** Whether the version is 1.1: `node:http` treats all others alike. */
  readonly isHttp11: boolean;
  /** Pairs of name, in lower case, and value, sorted by name; values of repeated headers are joined. */
  readonly headers: readonly (readonly [string, string])[];
  /** Whether the connection leaves HTTP after this request. */
  readonly upgrade: boolean;
  readonly keepAlive: boolean;
  body: string;
  /** Whether the end of the request arrived. */
  complete: boolean;
}

/** The requests of a connection as a parser reported them. */
export interface ParsedStream {
  readonly requests: readonly ParsedRequest[];
  /** Status with which the server would refuse the bytes after the last request; undefined if it accepts them. */
  readonly refusal: number | undefined;
  /** Number of bytes after a request with `upgrade`, in the part in which it ended. */
  readonly afterUpgrade: number | undefined;
}

/** Parses the parts of a stream, and then its end. */
export type StreamParser = (parts: readonly Buffer[]) => ParsedStream;

/** Sorts headers: `node:http` does not keep the order of names that are numbers. */
export function byName([left]: readonly [string, string], [right]: readonly [string, string]): number {
  return left < right ? -1 : 1;
}
