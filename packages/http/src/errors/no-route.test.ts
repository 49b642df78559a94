import { expect, it } from 'vitest';
import { NoRoute } from './no-route.ts';

it('NoRoute has no stack frames, and the stack trace limit of other errors is unchanged', () => {
  const { stackTraceLimit } = Error;
  const error = new NoRoute();
  expect(error.stack).not.toContain('\n    at ');
  expect([error.status, error.message]).toEqual([404, 'Not Found']);
  expect(Error.stackTraceLimit).toBe(stackTraceLimit);
});
