import { HttpError } from './http-error.ts';

export function bodyTooLarge(limit: number): HttpError {
  return new HttpError('body-too-large', `the body is larger than ${limit} bytes`);
}

export function bodyTooSlow(time: number): HttpError {
  return new HttpError('request-timeout', `the body did not arrive within ${time} ms`);
}
