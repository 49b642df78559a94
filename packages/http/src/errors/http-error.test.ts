import { describe, expect, it } from 'vitest';
import { ERRORS, HttpError } from '../index.ts';
import type { ErrorCode } from '../kernel.ts';
import { codeOf } from './table.ts';

describe('HttpError', () => {
  it.each([
    [new HttpError(404), 404, 'not-found', 'Nothing is here', undefined],
    [
      new HttpError('conflict', 'exists already'),
      409,
      'conflict',
      'In conflict with the present state',
      'exists already',
    ],
    [new HttpError(418), 418, 'status-418', "I'm a Teapot", undefined],
    [new HttpError(599), 599, 'status-599', 'Status 599', undefined],
    [new HttpError(402, { code: 'unpaid', title: 'Pay', detail: 'first' }), 402, 'unpaid', 'Pay', 'first'],
  ])('%s', (error, status, code, title, detail) => {
    expect({ ...error }).toMatchObject({ status, code, title, detail });
    expect(error.message).toBe(detail ?? title);
    expect(error).toBeInstanceOf(Error);
  });

  it.each([200, 399, 600, 404.5, NaN])('refuses status %s', (status) => {
    expect(() => new HttpError(status)).toThrow(RangeError);
  });

  it('is known by its brand, across copies of the package, and JSON cannot forge it', () => {
    const twin = Object.defineProperty(new Error('twin'), Symbol.for('writ.HttpError'), { value: true });
    expect(twin).toBeInstanceOf(HttpError);
    expect(new Error('other')).not.toBeInstanceOf(HttpError);
    expect(JSON.parse('{"name":"HttpError","status":404}')).not.toBeInstanceOf(HttpError);
    class Mine extends HttpError {}
    expect(new Mine(404)).toBeInstanceOf(HttpError);
    expect(new HttpError(404)).not.toBeInstanceOf(Mine);
  });
});

it('every status of the table has one general code', () => {
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    const { status } = ERRORS[code];
    expect(ERRORS[codeOf(status)!].status).toBe(status);
  }
  expect(codeOf(400)).toBe('bad-request');
});
