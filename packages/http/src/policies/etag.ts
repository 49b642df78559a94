/** @module Entity tags of responses. */
import { createHash } from 'node:crypto';
import type { Filter } from '../contract/filter.ts';
import type { RoutingContext } from '../contract/context.ts';
import { HttpError } from '../errors/http-error.ts';
import { BODY_HEADERS, REPRESENTATION_HEADERS } from '../protocol/body-headers.ts';
import { evaluateConditions } from '../protocol/conditions.ts';
import { toProblem } from '../protocol/problem.ts';
import { renderProblem } from '../protocol/problem-body.ts';
import { markFilterFactory } from './filter-metadata.ts';

/**
 * Creates a filter that sets a strong ETag, a hash of the body, on 200 responses to GET and HEAD. Responds with 304 if
 * the client has a copy with this tag, and with 412 if `If-Match` does not contain the tag. If the handler sets an
 * ETag, the filter uses it instead of a hash. Streamed bodies are not hashed, and `If-Match` does not apply to them.
 */
export function etag(): Filter {
  return function tagged(context, next) {
    const { method } = context.request;
    if (method === 'GET' || method === 'HEAD') {
      context.response.beforeHead((body) => respondConditionally(context, body));
    }
    return next();
  };
}

markFilterFactory(etag);

type Body = string | Uint8Array | undefined;

function respondConditionally({ request, response, toolkit }: RoutingContext, body: Body): Body {
  const { headers } = response;
  if (response.status !== 200) return body;
  if (!headers.has('etag') && body !== undefined) headers.set('etag', hash(body));
  const tag = headers.get('etag');
  if (tag === undefined) return body;
  const verdict = evaluateConditions(request.method, (name) => request.headers.get(name), { tag });
  if (verdict === 'not-modified') {
    for (const name of BODY_HEADERS) headers.delete(name);
    response.status = 304;
    return undefined;
  }
  // A streamed body cannot be replaced.
  if (verdict === 'failed' && body !== undefined) {
    const error = new HttpError('precondition-failed');
    const problem = renderProblem(
      toProblem(error, request.path, toolkit.problems.base),
      request.headers.get('accept'),
    );
    for (const name of REPRESENTATION_HEADERS) headers.delete(name);
    headers.vary('accept');
    headers.set('content-type', problem.contentType);
    response.status = error.status;
    return problem.body;
  }
  return body;
}

function hash(body: string | Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}
