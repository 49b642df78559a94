import type { HttpRequest, HttpResponse, NotFoundWriter } from '@writ/http';

/** Answers what no route is there for; the status is preset to 404. Any object with this `write` serves as well. */
export abstract class NotFoundResponseWriter implements NotFoundWriter {
  abstract write(request: HttpRequest, response: HttpResponse): void | Promise<void>;
}
