import { RestResponse } from '@writ/http';
import { withCharset } from './media-type.ts';

/** Status and headers of a result. */
export interface ContentOptions {
  /** What was set on the response when not given, else 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A result that is sent as it is, with a content type of its own. {@link html} and {@link text} make one. */
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

/** Sends a page, as `text/html; charset=utf-8`. What is put into it is not escaped. */
export function html(page: string, options?: ContentOptions): Content {
  return new Content(page, withCharset('text/html'), options);
}

/** Sends a text as it is, where a string that is returned alone is JSON: `text(styles, 'text/css')`. */
export function text(body: string, type = 'text/plain', options?: ContentOptions): Content {
  return new Content(body, withCharset(type), options);
}

/** Sends the client elsewhere. What a header cannot have, such as `ü` or a space, is percent-encoded. */
export function redirect(location: string | URL, status: 301 | 302 | 303 | 307 | 308 = 302): RestResponse {
  const encoded = String(location)
    .toWellFormed()
    .replaceAll(/[^\u0021-\u007e]+/g, encodeURIComponent);
  return new RestResponse(undefined, { status, headers: { location: encoded } });
}
