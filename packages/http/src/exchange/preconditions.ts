import type { HttpRequest } from '../contract/http-request.ts';
import { HttpError } from '../errors/http-error.ts';
import { assertOptions, type OptionNames } from '../internal/options.ts';
import { evaluateConditions } from '../protocol/conditions.ts';
import { RestResponse } from './rest-response.ts';

/** The current state of a resource. At least one member must be set. */
export interface ResourceState {
  /** The entity tag with its quotes, such as `"v1"`; a weak one begins with `W/`. */
  readonly etag?: string;
  /** The time of the last modification. Its milliseconds are ignored, because headers do not contain them. */
  readonly lastModified?: Date;
}

const MEMBERS: OptionNames<ResourceState> = { etag: true, lastModified: true };
const OPTIONS: OptionNames<{ readonly required?: boolean }> = { required: true };
const TAG = /^(?:W\/)?"[\u0021\u0023-\u007e\u0080-\u00ff]*"$/;

/**
 * Evaluates `If-Match`, `If-Unmodified-Since`, `If-None-Match` and `If-Modified-Since` (RFC 9110, section 13).
 * `current` is undefined if the resource does not exist. Returns a response with status 304 if the client has a current
 * copy, and undefined if the handler should continue. For GET and HEAD, also sets `ETag` and `Last-Modified` on the
 * response. With `required`, requests that may change the resource must have `If-Match`, or `If-None-Match: *` to
 * create it. Throws `HttpError` 412 if a precondition failed, 428 if a required one is missing, and `TypeError` if an
 * argument is invalid.
 */
export function evaluatePreconditions(
  { method, headers, context }: HttpRequest,
  current: ResourceState | undefined,
  options: { readonly required?: boolean } = {},
): RestResponse<undefined, 304> | undefined {
  if (current !== undefined) assertState(current);
  assertOptions('evaluatePreconditions', options, OPTIONS);
  const isRead = method === 'GET' || method === 'HEAD';
  if (
    options.required === true &&
    !isRead &&
    !headers.has('if-match') &&
    headers.get('if-none-match') !== '*'
  )
    throw new HttpError('precondition-required', 'send the ETag of the resource in If-Match');
  const { etag: tag, lastModified } = current ?? {};
  const modified = lastModified?.getTime();
  const verdict = evaluateConditions(
    method,
    (name) => headers.get(name),
    current && { ...(tag !== undefined && { tag }), ...(modified !== undefined && { modified }) },
  );
  if (verdict === 'failed') throw new HttpError('precondition-failed');
  if (isRead) {
    if (tag !== undefined) context.response.headers.set('etag', tag);
    if (lastModified !== undefined) context.response.headers.set('last-modified', lastModified.toUTCString());
  }
  return verdict === 'not-modified' ? RestResponse.status(304) : undefined;
}

function assertState(current: ResourceState): void {
  assertOptions('evaluatePreconditions', current, MEMBERS);
  const { etag, lastModified } = current;
  if (etag === undefined && lastModified === undefined) {
    throw new TypeError(
      'evaluatePreconditions: pass etag, lastModified or both, or undefined if the resource does not exist',
    );
  }
  if (etag !== undefined && !(typeof etag === 'string' && TAG.test(etag))) {
    throw new TypeError(`evaluatePreconditions: etag must be in quotes, such as '"v1"' or 'W/"v1"'`);
  }
  if (
    lastModified !== undefined &&
    !(lastModified instanceof Date && !Number.isNaN(lastModified.getTime()))
  ) {
    throw new TypeError('evaluatePreconditions: lastModified must be a valid Date');
  }
}
