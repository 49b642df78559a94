/** A request as a parser reports it. Each character is a byte (Latin-1). */
export interface ParsedRequest {
  readonly method: string;
  readonly target: string;
  /** Whether the version is 1.1. `node:http` treats all other versions in the same way. */
  readonly isHttp11: boolean;
  /** Pairs of a name in lower case and a value, sorted by name. The values of repeated headers are joined. */
  readonly headers: readonly (readonly [string, string])[];
  /** Whether another protocol follows this request. */
  readonly upgrade: boolean;
  readonly keepAlive: boolean;
  body: string;
  /** Whether the end of the request has arrived. */
  complete: boolean;
}

/** The requests on a connection as a parser reports them. */
export interface ParsedStream {
  readonly requests: readonly ParsedRequest[];
  /** Status with which the server would refuse the bytes after the last request, or undefined if it accepts them. */
  readonly refusal: number | undefined;
  /** Number of bytes after a request with `upgrade`, in the part in which the request ends. */
  readonly afterUpgrade: number | undefined;
}

/** Parses a stream that arrives in parts and then ends. */
export type StreamParser = (parts: readonly Buffer[]) => ParsedStream;

/** Compares headers by name, because `node:http` does not preserve the order of numeric names. */
export function byName([left]: readonly [string, string], [right]: readonly [string, string]): number {
  return left < right ? -1 : 1;
}
