import { HttpError } from '../errors/http-error.ts';

/** Creates an error with status 400 for a body that cannot be parsed as a form. */
export function malformedForm(detail: string): HttpError {
  return new HttpError('invalid-values', {
    detail: 'one value is missing or invalid',
    errors: [{ source: 'body', code: 'malformed', detail: `is not a form: ${detail}` }],
  });
}

/** Creates an error with status 413 for a form that exceeds a limit. */
export function formTooLarge(detail: string): HttpError {
  return new HttpError('body-too-large', detail);
}
