import { expect, it } from 'vitest';
import { createNotifier } from './notifier.ts';

const { signal } = new AbortController();

/** Returns whether the promise is resolved by now. */
async function isResolved(promise: Promise<void>): Promise<boolean> {
  return Promise.race([
    promise.then(() => true),
    new Promise<false>((resolve) => setImmediate(resolve, false)),
  ]);
}

it('a subscription does not miss a notification between a read and the wait', async () => {
  const notifier = createNotifier();
  const subscription = notifier.subscribe(1);
  notifier.notify(1);
  expect(await isResolved(subscription.wait(signal))).toBe(true);
  const next = subscription.wait(signal);
  notifier.notify(2);
  expect(await isResolved(next)).toBe(false);
  notifier.notify(1);
  await next;
});

it('a wait ends when its signal aborts, and an ended subscription receives nothing', async () => {
  const notifier = createNotifier();
  const subscription = notifier.subscribe(1);
  await subscription.wait(AbortSignal.abort());
  subscription.end();
  notifier.notify(1);
  expect(await isResolved(subscription.wait(signal))).toBe(false);
});

it('a notification without a number wakes the readers of all installations', async () => {
  const notifier = createNotifier();
  const waits = [1, 2].map((id) => notifier.subscribe(id).wait(signal));
  notifier.notifyAll();
  await Promise.all(waits);
});

it('with a poll, a wait ends without a notification, and a later one is not missed', async () => {
  const notifier = createNotifier(5);
  const subscription = notifier.subscribe(1);
  await subscription.wait(signal);
  await subscription.wait(signal);
  notifier.notify(1);
  expect(await isResolved(subscription.wait(signal))).toBe(true);
});
