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

/** What all of the API says: anybody reads, the author writes. */
export abstract class Api extends Controller {
  static auth: Readonly<Record<'POST' | 'PATCH' | 'DELETE', Filter>> = {
    POST: author,
    PATCH: author,
    DELETE: author,
  };
  static cors: CorsOptions = { origin: '*' };
  static rateLimit: RateLimitOptions = { limit: 600, window: 60_000 };

  readonly #began = performance.now();

  /** Tells how long the handler took. */
  override after(): void {
    this.response.headers.set('server-timing', `handler;dur=${(performance.now() - this.#began).toFixed(1)}`);
  }
}
