/** Options for a {@link RestResponse}. */
export interface RestResponseInit<S extends number = number> {
  /** The status (default: 200, or 204 without a body). */
  readonly status?: S;
  /** The headers. Each value in a list is sent as a separate header, as Set-Cookie requires. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

/** Redirect statuses. */
export type RedirectStatus = 301 | 302 | 303 | 307 | 308;

/**
 * A handler's result with status and headers: `new RestResponse(note, { status: 201, headers: { location }
 * })`, or `RestResponse.created(location, note).header('x-note', '1')`. Immutable: `header` returns a modified copy.
 *
 * The declared type of a handler's result, such as `RestResponse<Note, 201>`, documents the response.
 */
export class RestResponse<T = unknown, S extends number = number> {
  /** The body, which is written like any other result of the route. Undefined means no body. */
  readonly body: T;
  readonly status: S;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;

  constructor(body?: T, { status, headers = {} }: RestResponseInit<S> = {}) {
    this.body = body as T;
    this.status = (status ?? (body === undefined ? 204 : 200)) as S;
    this.headers = headers;
  }

  /** Creates a response with status 200, even without a body. */
  static ok<T = undefined>(body?: T): RestResponse<T, 200> {
    return RestResponse.status(200, body);
  }

  /** Creates a response with this status. */
  static status<S extends number, T = undefined>(status: S, body?: T): RestResponse<T, S> {
    return new RestResponse(body, { status });
  }

  /** Creates a response with status 201 and the address of the created resource. */
  static created<T = undefined>(location: string, body?: T): RestResponse<T, 201> {
    return RestResponse.status(201, body).header('location', location);
  }

  /** Creates a response with status 202 for work that is not finished. */
  static accepted<T = undefined>(body?: T): RestResponse<T, 202> {
    return RestResponse.status(202, body);
  }

  /** Creates a response with status 204, without a body. */
  static noContent(): RestResponse<undefined, 204> {
    return RestResponse.status(204);
  }

  /** Creates a response with status 303, which redirects the client to another address with GET. */
  static seeOther(location: string): RestResponse<undefined, 303> {
    return RestResponse.status(303).header('location', location);
  }

  /**
   * Creates a response that redirects the client. After 307 and 308, the client sends the same method again, and after
   * 303, it sends GET; after 301 and 302, browsers change POST to GET. 301 and 308 are permanent, so clients may cache
   * them.
   */
  static redirect<S extends RedirectStatus = 302>(
    location: string | URL,
    status: S = 302 as S,
  ): RestResponse<undefined, S> {
    return RestResponse.status(status).header('location', String(location));
  }

  /** Returns a copy with an additional header. If the name is repeated, several headers are sent. */
  header(name: string, value: string): RestResponse<T, S> {
    const key = Object.keys(this.headers).find((each) => each.toLowerCase() === name.toLowerCase()) ?? name;
    const others = this.headers[key];
    const values =
      others === undefined ? value : [...(typeof others === 'string' ? [others] : others), value];
    return new RestResponse(this.body, { status: this.status, headers: { ...this.headers, [key]: values } });
  }

  /** Returns a copy with this Content-Type. The writer for that media type writes the body. */
  type(mediaType: string): RestResponse<T, S> {
    const others = Object.entries(this.headers).filter(([name]) => name.toLowerCase() !== 'content-type');
    const headers = Object.fromEntries([...others, ['content-type', mediaType]]);
    return new RestResponse(this.body, { status: this.status, headers });
  }
}
