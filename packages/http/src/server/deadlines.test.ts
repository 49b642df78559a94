import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Deadlines, type Deadline } from './deadlines.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function deadline(name: string, time: number, seen: string[]): Deadline {
  return { expiresAt: 0, time, expire: () => seen.push(name) };
}

it('Deadlines expires a late task once, but not a task that ended in time', () => {
  const seen: string[] = [];
  const deadlines = new Deadlines();
  const short = deadline('short', 20, seen);
  const over = deadline('over', 20, seen);
  deadlines.add(deadline('long', 60_000, seen));
  deadlines.add(short);
  deadlines.add(over);
  deadlines.delete(over);
  vi.advanceTimersByTime(19);
  expect(seen).toEqual([]);
  vi.advanceTimersByTime(60);
  expect(seen).toEqual(['short']);
  vi.advanceTimersByTime(1_000);
  expect(seen).toEqual(['short']);
});

it('Deadlines expires a task that is added after an idle period', () => {
  const seen: string[] = [];
  const deadlines = new Deadlines();
  for (const name of ['one', 'two']) {
    deadlines.add(deadline(name, 10, seen));
    vi.advanceTimersByTime(60);
    expect(seen.at(-1)).toBe(name);
  }
  expect(seen).toEqual(['one', 'two']);
});
