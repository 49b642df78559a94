/** An in-process request. */
export interface InjectRequest {
  /** Method (default: GET). */
  readonly method?: string;
  /** Path and query, as in the request line. */
  readonly url: string;
  /** Headers by name. Names are case-insensitive. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Body, which is sent unchanged. The chunks of an iterable are sent one by one, without Content-Length. */
  readonly body?: string | Uint8Array | AsyncIterable<string | Uint8Array>;
  /** Value to send as JSON instead of `body`. The default of Content-Type is then `application/json`. */
  readonly json?: unknown;
  /**
   * Simulates a client that disconnects when the signal is aborted. If the response has started, it then contains the
   * parts sent so far. Otherwise, the promise for the response is rejected.
   */
  readonly signal?: AbortSignal;
}

/** The response to an in-process request, with its whole body. */
export interface InjectResponse {
  readonly status: number;
  /** Headers by their names in lower case. Repeated headers are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Values of Set-Cookie. */
  readonly cookies: readonly string[];
  readonly body: Uint8Array;
  /** Whether the response ended normally. False if it was aborted after it had started. */
  readonly complete: boolean;
  /** Returns the body decoded as UTF-8. */
  text(): string;
  /** Returns the body parsed as JSON. Throws `SyntaxError` if the body is not valid JSON. */
  json(): any;
}

/** A request without shorthands and with header names in lower case, for transports. */
export interface PlainRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | AsyncIterable<string | Uint8Array> | undefined;
  readonly signal: AbortSignal | undefined;
}

export function toPlainRequest(request: InjectRequest | string): PlainRequest {
  const given = typeof request === 'string' ? { url: request } : request;
  const headers = new Map(
    Object.entries(given.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const content = given.json === undefined ? given.body : JSON.stringify(given.json);
  if (given.json !== undefined && !headers.has('content-type'))
    headers.set('content-type', 'application/json');
  const body = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  if (body instanceof Uint8Array && !headers.has('content-length')) {
    headers.set('content-length', String(body.byteLength));
  }
  return {
    method: given.method ?? 'GET',
    url: given.url,
    headers: Object.fromEntries(headers),
    body,
    signal: given.signal,
  };
}

/** Creates a response from the data of a transport. `headers` is a flat list of alternating names and values. */
export function toResponse(
  status: number,
  headers: readonly string[],
  body: Uint8Array,
  complete: boolean,
): InjectResponse {
  const joined: Record<string, string> = {};
  const cookies: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]!.toLowerCase();
    const value = headers[index + 1]!;
    if (name === 'set-cookie') cookies.push(value);
    joined[name] = joined[name] === undefined ? value : `${joined[name]}, ${value}`;
  }
  const text = (): string => new TextDecoder().decode(body);
  return {
    status,
    headers: joined,
    cookies,
    body,
    complete,
    text,
    json: () => JSON.parse(text()) as unknown,
  };
}
