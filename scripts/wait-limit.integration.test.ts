import { expect, it, vi } from 'vitest';

it('vi.waitFor, vi.waitUntil and expect.poll wait for longer than a second by default', async () => {
  let isReady = false;
  setTimeout(() => (isReady = true), 1_500);
  await Promise.all([
    vi.waitFor(() => expect(isReady).toBe(true)),
    vi.waitUntil(() => isReady),
    expect.poll(() => isReady).toBe(true),
  ]);
});
