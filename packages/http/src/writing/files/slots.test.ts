import { expect, it } from 'vitest';
import { Slots } from './slots.ts';

it('gives what is there, then to those that wait, in order', async () => {
  const slots = new Slots(2, 1000);
  expect([slots.take(), slots.take()]).toEqual([undefined, undefined]);
  const order: string[] = [];
  const first = slots.take()!.then(() => order.push('first'));
  const second = slots.take()!.then(() => order.push('second'));
  slots.give();
  slots.give();
  await Promise.all([first, second]);
  expect(order).toEqual(['first', 'second']);
  slots.give();
  expect(slots.take()).toBeUndefined();
});

it('who waits too long is refused, and takes none later', async () => {
  const slots = new Slots(1, 10);
  expect(slots.take()).toBeUndefined();
  await expect(slots.take()).rejects.toMatchObject({ status: 503 });
  slots.give();
  expect(slots.take()).toBeUndefined();
});
