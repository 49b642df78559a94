import { HttpError } from './http-error.ts';

export function tooLarge(limit: number): HttpError {
  return new HttpError('body-too-large', `a body has at most ${limit} bytes here`);
}

export function tooSlow(time: number): HttpError {
  return new HttpError('request-timeout', `the body did not arrive within ${time} ms`);
}
