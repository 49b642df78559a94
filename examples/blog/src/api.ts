import {
  bearer,
  Controller,
  type CorsOptions,
  type Filter,
  type RateLimitOptions,
  sameText,
} from '@writ/controllers';

const token = process.env['BLOG_TOKEN'] ?? '';
const author = bearer((given) => token !== '' && sameText(given, token));

/** The API's policies: everyone can read, but only the author can write. */
export abstract class Api extends Controller {
  static auth: Readonly<Record<'POST' | 'PATCH' | 'DELETE', Filter>> = {
    POST: author,
    PATCH: author,
    DELETE: author,
  };
  static cors: CorsOptions = { origin: '*' };
  static rateLimit: RateLimitOptions = { limit: 600, window: 60_000 };

  readonly #began = performance.now();

  /** Sends the handler's duration in a header. */
  override after(): void {
    this.response.headers.set('server-timing', `handler;dur=${(performance.now() - this.#began).toFixed(1)}`);
  }
}
