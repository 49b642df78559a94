import type { HttpRequest, HttpResponse, NotFoundWriter } from '@writ/http';

/**
 * Answers requests that match no route; the status is preset to 404. Any object with this `write` method works as
 * well.
 */
export abstract class NotFoundResponseWriter implements NotFoundWriter {
  abstract write(request: HttpRequest, response: HttpResponse): void | Promise<void>;
}
