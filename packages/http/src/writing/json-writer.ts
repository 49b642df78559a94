import type { HttpRequest } from '../contract/http-request.ts';
import type { HttpResponse } from '../contract/http-response.ts';
import type { HttpResponseWriter } from '../contract/roles.ts';
import { JSON_TYPE } from './encodings.ts';
import { toJson } from './result-forms.ts';

/** Writes any result as JSON with the toolkit's mapper, like the built-in writer for `application/json`. */
export class JsonResponseWriter implements HttpResponseWriter {
  write(result: unknown, request: HttpRequest, response: HttpResponse): void {
    const body = toJson(request.context.toolkit.json, result);
    if (!response.headers.has('content-type')) response.headers.set('content-type', JSON_TYPE);
    response.end(body);
  }
}
