/** Fails files of unit tests that leave fake timers, which the next file of the worker would use. */
import { afterAll, vi } from 'vitest';

afterAll(() => {
  if (!vi.isFakeTimers()) return;
  vi.useRealTimers();
  throw new Error('the file leaves fake timers: call vi.useRealTimers() in onTestFinished() or afterEach()');
});
