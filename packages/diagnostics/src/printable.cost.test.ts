import { expect, it } from 'vitest';
import { startCounting, countWork } from '../../../scripts/work.ts';

startCounting();
const { printable } = await import('./source-text.ts');

// A loop over the characters of long concatenated strings, such as plans, took minutes.
it('printable does not run code for each character of a long string', async () => {
  const text = `${Array.from({ length: 500 }, (_, line) => `run \u001b${line}`).join('\n')}\n`.repeat(10);
  expect(printable(text).split('\uFFFD')).toHaveLength(5_001);
  // The single replacement scans each character once.
  expect(await countWork(() => printable(text))).toBeLessThan(1.1 * text.length);
});
