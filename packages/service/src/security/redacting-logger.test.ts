import { expect, it, vi } from 'vitest';
import { redactErrors } from './redacting-logger.ts';

it('redactErrors logs the name and stack frames of an error, but no line of its message', () => {
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const error = new TypeError('unexpected password:\n    at canary');
  redactErrors(logger).error({ error }, 'failed');
  const [[data]] = logger.error.mock.calls as [[{ error: string }]];
  expect(data.error).toMatch(/^TypeError\n\s+at .*redacting-logger\.test\.ts/);
  expect(data.error).not.toContain('canary');
});

it('redactErrors logs no line of a message that was changed after the error was created', () => {
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const error = new TypeError('unexpected password:\n    at canary');
  // The stack is formatted with the current message when it is read for the first time.
  expect(error.stack).toContain('canary');
  error.message = 'the password was not accepted';
  redactErrors(logger).error({ error }, 'failed');
  const [[data]] = logger.error.mock.calls as [[{ error: string }]];
  expect(data.error).toBe('TypeError');
});

it('redactErrors masks the ticket in the path of a failed download', () => {
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  redactErrors(logger).error({ method: 'GET', path: '/downloads/canary' }, 'failed');
  expect(logger.error.mock.calls).toEqual([[{ method: 'GET', path: '/downloads/{ticket}' }, 'failed']]);
});
