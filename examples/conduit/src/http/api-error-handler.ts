import { handle, HttpError } from '@writ/http';
import { z } from 'zod';

interface ApiErrors {
  errors: Record<string, string[]>;
}

/** The schema of errors, for the OpenAPI document. */
export const apiErrors: z.ZodType<ApiErrors> = z
  .looseObject({ errors: z.record(z.string(), z.array(z.string())) })
  .meta({ id: 'ApiErrors' });

/**
 * Writes errors in RealWorld's format, `{ errors: { NAME: [MESSAGE] } }`, for example `tagList` for an invalid tag.
 * Invalid values are 422 instead of 400.
 */
export const apiErrorHandler: ReturnType<typeof handle> = handle(HttpError, (error, _request, response) => {
  const { status, title, detail, errors = [] } = error;
  const messages: Record<string, string[]> = {};
  for (const { pointer, name, source, detail: message } of errors) {
    // The last key that is not the index of a list entry.
    const key = pointer?.split('/').findLast((part) => !/^\d*$/.test(part));
    (messages[key ?? (name || source)] ??= []).push(message);
  }
  if (errors.length === 0) messages['request'] = [detail ?? title];
  if (status === 400) response.status = 422;
  response.headers.set('content-type', 'application/json; charset=utf-8');
  response.end(JSON.stringify({ errors: messages }));
});
