import { HttpError } from '../errors/http-error.ts';

/** 400: the form cannot be read as one. */
export function malformedForm(detail: string): HttpError {
  return new HttpError('invalid-values', {
    detail: 'one value is missing or invalid',
    errors: [{ source: 'body', code: 'malformed', detail: `is not a form: ${detail}` }],
  });
}

/** 413. */
export function formTooLarge(detail: string): HttpError {
  return new HttpError('body-too-large', detail);
}
