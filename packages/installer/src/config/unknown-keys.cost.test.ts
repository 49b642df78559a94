import { expect, it, vi } from 'vitest';
import { checkConfiguration } from './check.ts';
import { MAX_FINDINGS } from './findings-limit.ts';

const calls = vi.hoisted(() => ({ nearest: 0 }));
vi.mock('@writ/diagnostics', async (load) => {
  const original = await load<typeof import('@writ/diagnostics')>();
  return {
    ...original,
    nearest: (...args: Parameters<typeof original.nearest>) => {
      calls.nearest += 1;
      return original.nearest(...args);
    },
  };
});

function lookUps(keys: number): number {
  const unknown = Array.from({ length: keys }, (_, index) => `"unknown-${index}":1`).join();
  calls.nearest = 0;
  const text = `{"bootloader":"systemd-bootctl","kernels":["linux"],"mirror-region":{},"!root-password":"x",${unknown}}`;
  checkConfiguration({ config: { file: 'machine.json', text } });
  return calls.nearest;
}

it('a check computes suggestions only for the unknown keys that are listed', () => {
  const few = lookUps(2 * MAX_FINDINGS);
  const more = lookUps(4 * MAX_FINDINGS) - few;
  expect(few).toBeGreaterThan(MAX_FINDINGS);
  // Each key is compared with misspelt secret names three times. Computing its hint would add two look-ups.
  expect(more).toBeLessThan(7 * MAX_FINDINGS);
});
