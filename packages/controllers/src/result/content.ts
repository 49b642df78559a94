import { RestResponse } from '@writ/http';
import { withCharset } from './media-type.ts';

/** Status and headers of a result. */
export interface ContentOptions {
  /** Status code (default: the response's status, or 200). */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A result that is sent unchanged with its own content type. {@link html} and {@link text} create one. */
export class Content {
  readonly body: string | Uint8Array;
  readonly type: string;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: string | Uint8Array, type: string, { status, headers = {} }: ContentOptions = {}) {
    this.body = body;
    this.type = type;
    this.status = status;
    this.headers = headers;
  }
}

/** Creates an HTML page, sent as `text/html; charset=utf-8`. The string is not escaped. */
export function html(page: string, options?: ContentOptions): Content {
  return new Content(page, withCharset('text/html'), options);
}

/** Creates a text result: `text(styles, 'text/css')`. A plain string would be sent as JSON. */
export function text(body: string, type = 'text/plain', options?: ContentOptions): Content {
  return new Content(body, withCharset(type), options);
}

/** Creates a redirect. Spaces, control characters and non-ASCII characters, such as `ü`, are percent-encoded. */
export function redirect(
  location: string | URL,
  status: 301 | 302 | 303 | 307 | 308 = 302,
): RestResponse<undefined, 301 | 302 | 303 | 307 | 308> {
  const encoded = String(location)
    .toWellFormed()
    .replaceAll(/[^\u0021-\u007e]+/g, encodeURIComponent);
  return new RestResponse(undefined, { status, headers: { location: encoded } });
}
