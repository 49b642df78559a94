/** A request in process. */
export interface InjectRequest {
  /** GET when not given. */
  readonly method?: string;
  /** Path and query, as it would stand in the request line. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is; the chunks of an iterable one by one, without Content-Length. */
  readonly body?: string | Uint8Array | AsyncIterable<string | Uint8Array>;
  /** Sent as JSON with its Content-Type. */
  readonly json?: unknown;
  /** Aborting it is a client that goes away: the response then has what had come, or there is none. */
  readonly signal?: AbortSignal;
}

/** The response to a request in process, with its whole body. */
export interface InjectResponse {
  readonly status: number;
  /** Names in lower case; repeats joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The values of Set-Cookie. */
  readonly cookies: readonly string[];
  readonly body: Uint8Array;
  /** False when the response was broken off after it had begun. */
  readonly complete: boolean;
  /** The body as UTF-8. */
  text(): string;
  /** The value of the body, read as JSON. Throws `SyntaxError` for a body that is not JSON. */
  json(): any;
}

/** A request as a transport takes it: no shorthand, header names in lower case. */
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

/** A response from what a transport got of it. `headers` is flat: name, value, name, value. */
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
