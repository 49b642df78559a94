import { expect, it } from 'vitest';
import { renderAbortedRequest } from './aborted-request.ts';

it('the line about a request that was cut off is one line, without orders to the terminal', () => {
  expect(renderAbortedRequest({ method: 'GET', path: '/notes/7', age: 12 })).toBe(
    'writ: cut off after 12 ms: GET /notes/7\n',
  );
  expect(renderAbortedRequest({ method: 'GET', path: '/a\nwrit: b\u001b[2J\u009b2J\r', age: 12 })).toBe(
    'writ: cut off after 12 ms: GET /a writ: b\uFFFD[2J\uFFFD2J\uFFFD\n',
  );
});
