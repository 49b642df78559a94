import { expect, it } from 'vitest';
import { startCounting, countWork } from '../../../scripts/work.ts';

startCounting();
const { printable } = await import('./source-text.ts');

// A loop over the characters hung for minutes in the middle of long texts that were joined of pieces, as plans are.
it('a long text is made printable without code that runs for each of its characters', async () => {
  const text = `${Array.from({ length: 500 }, (_, line) => `run \u001b${line}`).join('\n')}\n`.repeat(10);
  expect(printable(text).split('\uFFFD')).toHaveLength(5_001);
  // The one replacement looks at each character once.
  expect(await countWork(() => printable(text))).toBeLessThan(1.1 * text.length);
});
