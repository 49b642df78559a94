import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Deadlines, type Deadline } from './deadlines.ts';

function deadline(name: string, time: number, seen: string[]): Deadline {
  return { expiresAt: 0, time, expire: () => seen.push(name) };
}

it('Deadlines expires a late task once, but not a task that ended in time', async () => {
  const seen: string[] = [];
  const deadlines = new Deadlines();
  const short = deadline('short', 20, seen);
  const over = deadline('over', 20, seen);
  deadlines.add(deadline('long', 60_000, seen));
  deadlines.add(short);
  deadlines.add(over);
  deadlines.delete(over);
  const start = performance.now();
  while (seen.length === 0 && performance.now() - start < 5_000) await pause(2);
  expect(performance.now() - start).toBeGreaterThanOrEqual(19);
  await pause(60);
  expect(seen).toEqual(['short']);
});

it('Deadlines expires a task that is added after an idle period', async () => {
  const seen: string[] = [];
  const deadlines = new Deadlines();
  for (const name of ['one', 'two']) {
    deadlines.add(deadline(name, 10, seen));
    const start = performance.now();
    while (!seen.includes(name) && performance.now() - start < 5_000) await pause(5);
    await pause(30);
  }
  expect(seen).toEqual(['one', 'two']);
});
