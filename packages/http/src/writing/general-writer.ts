import type { HttpRequest } from '../contract/http-request.ts';
import type { HttpResponse } from '../contract/http-response.ts';
import type { HttpResponseWriter } from '../contract/roles.ts';
import { resultText } from './result-forms.ts';

/**
 * Writes any result as `String(result)`, except that bytes are sent unchanged and null is sent as an empty body. Throws
 * `TypeError` for an object without `toString`.
 */
export class GeneralResponseWriter implements HttpResponseWriter {
  write(result: unknown, _request: HttpRequest, response: HttpResponse): void {
    response.end(resultText(result, response.headers.get('content-type') ?? 'text'));
  }
}
