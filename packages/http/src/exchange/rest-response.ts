/** Options of a {@link RestResponse}. */
export interface RestResponseInit {
  /** The default is 200, or 204 without a body. */
  readonly status?: number;
  /** A list sends the header several times, as Set-Cookie needs it. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

/**
 * A result with its own status and headers: `new RestResponse(note, { status: 201, headers: { location } })`, or
 * `RestResponse.created(location, note).header('x-note', '1')`. It is immutable: `header` returns a new one.
 */
export class RestResponse {
  /** Written like any other result of the route. Undefined means no body. */
  readonly body: unknown;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;

  constructor(body?: unknown, { status, headers = {} }: RestResponseInit = {}) {
    this.body = body;
    this.status = status ?? (body === undefined ? 204 : 200);
    this.headers = headers;
  }

  /** 200, also without a body. */
  static ok(body?: unknown): RestResponse {
    return RestResponse.status(200, body);
  }

  /** A response of this status. */
  static status(status: number, body?: unknown): RestResponse {
    return new RestResponse(body, { status });
  }

  /** 201, with the address of what was created. */
  static created(location: string, body?: unknown): RestResponse {
    return RestResponse.status(201, body).header('location', location);
  }

  /** 202: the work is not done yet. */
  static accepted(body?: unknown): RestResponse {
    return RestResponse.status(202, body);
  }

  /** 204, without a body. */
  static noContent(): RestResponse {
    return RestResponse.status(204);
  }

  /** 303: the client is to GET the other address. */
  static seeOther(location: string): RestResponse {
    return RestResponse.status(303).header('location', location);
  }

  /** A copy with one more header; a repeated name is sent as another header. */
  header(name: string, value: string): RestResponse {
    const key = Object.keys(this.headers).find((each) => each.toLowerCase() === name.toLowerCase()) ?? name;
    const others = this.headers[key];
    const values =
      others === undefined ? value : [...(typeof others === 'string' ? [others] : others), value];
    return new RestResponse(this.body, { status: this.status, headers: { ...this.headers, [key]: values } });
  }

  /** With that Content-Type: the writer of the media type writes the body. */
  type(mediaType: string): RestResponse {
    const others = Object.entries(this.headers).filter(([name]) => name.toLowerCase() !== 'content-type');
    const headers = Object.fromEntries([...others, ['content-type', mediaType]]);
    return new RestResponse(this.body, { status: this.status, headers });
  }
}
