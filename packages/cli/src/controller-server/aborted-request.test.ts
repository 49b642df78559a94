import { expect, it } from 'vitest';
import { renderAbortedRequest } from './aborted-request.ts';

it('renderAbortedRequest returns one line without control characters', () => {
  expect(renderAbortedRequest({ method: 'GET', path: '/notes/7', age: 12 })).toBe(
    'aborted after 12 ms: GET /notes/7',
  );
  expect(renderAbortedRequest({ method: 'GET', path: '/a\nwrit: b\u001b[2J\u009b2J\r', age: 12 })).toBe(
    'aborted after 12 ms: GET /a writ: b\uFFFD[2J\uFFFD2J\uFFFD',
  );
});
