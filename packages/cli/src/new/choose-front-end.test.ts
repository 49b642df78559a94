import { PassThrough } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { chooseFrontEnd } from './choose-front-end.ts';

/** Answers the question with these lines, and returns the choice and the number of times that the question was asked. */
async function answer(...answers: readonly string[]): Promise<{ chosen: unknown; questions: number }> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let printed = '';
  output.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const count = (): number => printed.split('Number or name').length - 1;
  const chosen = chooseFrontEnd({ input, output });
  for (const [index, text] of answers.entries()) {
    await vi.waitFor(() => expect(count()).toBe(index + 1));
    input.write(text);
  }
  return { chosen: await chosen, questions: count() };
}

it.each([
  ['1\n', 'annotations'],
  ['2\n', 'controllers'],
  [' annotations \n', 'annotations'],
  ['controllers\n', 'controllers'],
  ['\n', 'controllers'],
])('the answer %j selects %s', async (text, expected) => {
  expect(await answer(text)).toEqual({ chosen: expected, questions: 1 });
});

it('the question is repeated after an invalid answer', async () => {
  expect(await answer('3\n', 'express\n', '1\n')).toEqual({ chosen: 'annotations', questions: 3 });
});

it('nothing is chosen after Ctrl+C in a terminal', async () => {
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  const chosen = chooseFrontEnd({ input, output });
  input.write('\u0003');
  expect(await chosen).toBeUndefined();
});

it('nothing is chosen if the input ends', async () => {
  const input = new PassThrough();
  const chosen = chooseFrontEnd({ input, output: new PassThrough() });
  input.end();
  expect(await chosen).toBeUndefined();
});
