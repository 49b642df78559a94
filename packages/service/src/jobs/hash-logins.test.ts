import { Secret } from '@writ/diagnostics';
import { expect, it } from 'vitest';
import { hashInTurn } from './hash-logins.ts';

it('hashInTurn handles one call at a time, in their order, and continues after a failure', async () => {
  const events: string[] = [];
  const ends: (() => void)[] = [];
  const hash = hashInTurn(async ([password]) => {
    const text = password!.reveal();
    events.push(`begin ${text}`);
    await new Promise<void>((resolve) => ends.push(resolve));
    events.push(`end ${text}`);
    if (text === 'first') throw new Error('openssl is missing');
    return [text];
  });
  const calls = ['first', 'second', 'third'].map((text) => hash([new Secret(text)], {}));
  const results = Promise.allSettled(calls);
  for (let ended = 0; ended < 3; ended += 1) {
    await expect.poll(() => ends.length).toBe(ended + 1);
    ends[ended]!();
  }
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(events).toEqual([
    'begin first',
    'end first',
    'begin second',
    'end second',
    'begin third',
    'end third',
  ]);
});
