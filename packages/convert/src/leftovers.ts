import { nearest } from '@writ/diagnostics';
import { eraKey, eraKeys, givesOrders, knownKeys, nameOf } from '@writ/installer/internal';
import type { Item } from './item.ts';
import { leaveOut, saysNothing, type Job } from './job.ts';

/** Says of everything that nothing was decided about that it is left out: so that nothing goes in silence. */
export function leftovers(job: Job): void {
  for (const item of job.top) rest(job, item);
}

/** Whether something was decided about a place, or about one in it. */
function rest(job: Job, item: Item): boolean {
  if (job.isSettled(item.pointer)) return true;
  const open = item.inner.filter((inner) => !isKnown(job, inner));
  const known = job.isTouched(item.pointer) || open.length < item.inner.length;
  if (!known) {
    unknown(job, item);
    return false;
  }
  for (const inner of item.inner) rest(job, inner);
  return true;
}

function isKnown(job: Job, item: Item): boolean {
  return (
    job.isSettled(item.pointer) ||
    job.isTouched(item.pointer) ||
    item.inner.some((inner) => isKnown(job, inner))
  );
}

function unknown(job: Job, item: Item): void {
  const isTop = !item.pointer.slice(1).includes('/');
  if (!isTop) {
    leaveOut(job, item, 'no key here says the same');
    return;
  }
  if (eraKey(item.key) !== undefined) {
    const reason =
      item.inner.length === 0 ? 'its value is none that the key can have' : 'nothing in it is known';
    leaveOut(job, item, reason);
    return;
  }
  const near = nearest(item.key, names) ?? names.find((name) => item.key.startsWith(`${name} `));
  const hint =
    near === undefined
      ? 'begin its name with x- when it is a remark of yours: then it is kept'
      : `did you mean ${JSON.stringify(near)}? Write it so and convert again`;
  const reason = 'neither this format nor a version of archinstall that Writ knows has this key';
  // archinstall did not read it, and an order was meant all the same.
  if (near !== undefined && givesOrders(near) && !saysNothing(item)) job.lose(item, { reason, hint });
  else job.say('no-equal', item, { message: `${nameOf(item.pointer)} is left out: ${reason}`, hint });
}

const names = [
  ...new Set([
    ...knownKeys().flatMap(({ path }) => (path.length === 1 ? path : [])),
    ...Object.keys(eraKeys),
  ]),
];
