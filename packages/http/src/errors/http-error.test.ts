import { STATUS_CODES } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ERRORS, HttpError } from '../index.ts';
import type { ErrorCode } from '../kernel.ts';
import { codeOf } from './table.ts';

describe('HttpError', () => {
  it.each([
    [new HttpError(404), 404, 'not-found', 'Not Found', undefined],
    [new HttpError('conflict', 'already exists'), 409, 'conflict', 'Conflict', 'already exists'],
    [new HttpError(418), 418, 'status-418', "I'm a Teapot", undefined],
    [new HttpError(599), 599, 'status-599', 'Status 599', undefined],
    [new HttpError(402, { code: 'unpaid', title: 'Pay', detail: 'first' }), 402, 'unpaid', 'Pay', 'first'],
  ])(
    'HttpError has the expected status, code, title and detail: %s',
    (error, status, code, title, detail) => {
      expect({ ...error }).toMatchObject({ status, code, title, detail });
      expect(error.message).toBe(detail ?? title);
      expect(error).toBeInstanceOf(Error);
    },
  );

  it.each([200, 399, 600, 404.5, NaN])('HttpError rejects the status %s', (status) => {
    expect(() => new HttpError(status)).toThrow(RangeError);
  });

  it('instanceof HttpError recognizes errors of other copies of the package, but not parsed JSON', () => {
    const copy = Object.defineProperty(new Error('copy'), Symbol.for('writ.HttpError'), { value: true });
    expect(copy).toBeInstanceOf(HttpError);
    expect(new Error('other')).not.toBeInstanceOf(HttpError);
    expect(JSON.parse('{"name":"HttpError","status":404}')).not.toBeInstanceOf(HttpError);
    class Mine extends HttpError {}
    expect(new Mine(404)).toBeInstanceOf(HttpError);
    expect(new HttpError(404)).not.toBeInstanceOf(Mine);
  });
});

it("an error code's title is the reason phrase of its status, unless several codes share the status", () => {
  const kinds = Object.entries(ERRORS);
  for (const [code, { status, title }] of kinds) {
    if (kinds.some(([other, kind]) => other !== code && kind.status === status)) continue;
    expect([code, title]).toEqual([code, STATUS_CODES[status]]);
  }
});

it('every status in the table has exactly one general code', () => {
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    const { status } = ERRORS[code];
    expect(ERRORS[codeOf(status)!].status).toBe(status);
  }
  expect(codeOf(400)).toBe('bad-request');
});
