import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Deadlines, type Deadline } from './deadlines.ts';

function deadline(name: string, seen: string[]): Deadline {
  return { at: 0, late: () => seen.push(name) };
}

it('calls what is late once, and nothing that was over in time', async () => {
  const seen: string[] = [];
  const deadlines = new Deadlines();
  const short = deadline('short', seen);
  const over = deadline('over', seen);
  deadlines.add(deadline('long', seen), 60_000);
  deadlines.add(short, 20);
  deadlines.add(over, 20);
  deadlines.delete(over);
  const start = performance.now();
  while (seen.length === 0 && performance.now() - start < 5_000) await pause(2);
  expect(performance.now() - start).toBeGreaterThanOrEqual(19);
  await pause(60);
  expect(seen).toEqual(['short']);
});

it('goes on after it was idle', async () => {
  const seen: string[] = [];
  const deadlines = new Deadlines();
  for (const name of ['one', 'two']) {
    deadlines.add(deadline(name, seen), 10);
    const start = performance.now();
    while (!seen.includes(name) && performance.now() - start < 5_000) await pause(5);
    await pause(30);
  }
  expect(seen).toEqual(['one', 'two']);
});
