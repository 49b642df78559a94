import { expect, it, vi } from 'vitest';
import { clearLeftTimers } from './waits.ts';

it('intervals and long timers that a test file leaves are cleared', () => {
  const clearTimer = vi.spyOn(globalThis, 'clearTimeout');
  const timer = setTimeout(() => {}, 2_000);
  const clearRepeated = vi.spyOn(globalThis, 'clearInterval');
  const interval = setInterval(() => {}, 100);
  clearLeftTimers();
  expect(clearTimer.mock.calls).toContainEqual([timer]);
  expect(clearRepeated.mock.calls).toContainEqual([interval]);
  vi.restoreAllMocks();
});
