import { HttpError } from './http-error.ts';

export function bodyTooLarge(limit: number): HttpError {
  return new HttpError('body-too-large', `a body has at most ${limit} bytes here`);
}

export function bodyTooSlow(time: number): HttpError {
  return new HttpError('request-timeout', `the body did not arrive within ${time} ms`);
}
