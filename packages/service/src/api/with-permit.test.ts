import { Semaphore } from '@writ/diagnostics/internal';
import { expect, it } from 'vitest';
import { withPermit } from './with-permit.ts';

it('a request is refused while as many others run as there are permits, and its permit is free afterwards', async () => {
  const permits = new Semaphore(1);
  const { promise, reject } = Promise.withResolvers<never>();
  const running = withPermit(permits, 'Too many', () => promise);
  await expect(withPermit(permits, 'Too many', () => Promise.resolve(1))).rejects.toMatchObject({
    status: 503,
    detail: 'Too many',
    headers: { 'retry-after': '10' },
  });
  reject(new Error('failed'));
  await expect(running).rejects.toThrow('failed');
  expect(await withPermit(permits, 'Too many', () => Promise.resolve(1))).toBe(1);
});
