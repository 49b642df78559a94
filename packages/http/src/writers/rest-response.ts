export interface RestResponseInit {
  /** 200 when not given, 204 without a body. */
  readonly status?: number;
  /** A list sends the header several times, as Set-Cookie needs it. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

/** A result with a status and headers of its own: `new RestResponse(note, { status: 201, headers: { location } })`. */
export class RestResponse {
  /** Written like any other result of the route. Undefined is no body. */
  readonly body: unknown;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;

  constructor(body?: unknown, { status, headers = {} }: RestResponseInit = {}) {
    this.body = body;
    this.status = status ?? (body === undefined ? 204 : 200);
    this.headers = headers;
  }
}
