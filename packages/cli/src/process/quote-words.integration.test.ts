import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { quoteWords } from './quote-words.ts';

it('a shell passes on quoted words unchanged', () => {
  const words = ['', 'a b', "it's", '"$HOME"', '`id`', '\\', '*', '~', 'a\nb', '--x=y', ';'];
  const script = `for word in ${quoteWords(words)}; do printf '%s\\0' "$word"; done`;
  expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)).toEqual(words);
});
