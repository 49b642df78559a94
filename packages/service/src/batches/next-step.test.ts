import { describe, expect, it } from 'vitest';
import type { Batch, BatchRow, RowState } from '../records/batch.ts';
import { decideNextStep, type NextStep } from './next-step.ts';

const settings = { concurrency: 2, canaries: 0, stopAfter: 1 };

function decide(
  states: readonly RowState[],
  more: Partial<Batch> = {},
  { forgiven = 0, attempts = 1 }: { readonly forgiven?: number; readonly attempts?: number } = {},
): Omit<NextStep, 'start'> & { readonly start: readonly number[] } {
  const batch: Batch = {
    id: 1,
    state: 'running',
    digest: 'd',
    created: 't',
    rows: {},
    revision: 1,
    ...settings,
    ...more,
  };
  const rows = states.map((state, index): BatchRow => ({
    number: index + 1,
    state,
    target: `${index}.img`,
    path: `/images/${index}.img`,
    digest: 'd',
    labels: {},
    attempts,
    revision: 1,
    ...(state === 'waiting' ? {} : { install: index + 100 }),
  }));
  const { start, ...step } = decideNextStep({ batch, forgiven, rows });
  return { ...step, start: start.map(({ number }) => number) };
}

const nothing = { start: [], cancel: [] };

describe('a running batch', () => {
  it('starts as many rows as may run at the same time, in the order of the table', () => {
    expect(decide(['waiting', 'waiting', 'waiting'])).toEqual({ ...nothing, start: [1, 2] });
    expect(decide(['done', 'running', 'waiting', 'waiting'])).toEqual({ ...nothing, start: [3] });
    expect(decide(['queued', 'needs-secret', 'waiting'])).toEqual(nothing);
    expect(decide(['host-lost', 'running', 'running', 'waiting'])).toEqual(nothing);
  });

  it('starts only the canaries until all of them are done', () => {
    expect(decide(['waiting', 'waiting', 'waiting'], { canaries: 1 })).toEqual({ ...nothing, start: [1] });
    expect(decide(['running', 'waiting', 'waiting'], { canaries: 1 })).toEqual(nothing);
    expect(decide(['done', 'running', 'waiting'], { canaries: 2 })).toEqual(nothing);
    expect(decide(['done', 'done', 'waiting', 'waiting', 'waiting'], { canaries: 2 }).start).toEqual([3, 4]);
  });

  it('stops if a canary fails, even if more failures are allowed', () => {
    const failed = decide(['failed', 'waiting'], { canaries: 1, stopAfter: 9 });
    expect(failed).toEqual({ ...nothing, state: 'stopped' });
  });

  it('stops after the given number of failures, without those that a user has accepted', () => {
    const states: RowState[] = ['failed', 'refused', 'waiting'];
    expect(decide(states, { stopAfter: 3 }).start).toEqual([3]);
    expect(decide(states, { stopAfter: 2 })).toEqual({ ...nothing, state: 'stopped' });
    expect(decide(states, { stopAfter: 2 }, { forgiven: 1 }).start).toEqual([3]);
    expect(decide(['cancelled', 'waiting'])).toEqual({ ...nothing, state: 'stopped' });
  });

  it('waits for the rows that run before it ends', () => {
    expect(decide(['failed', 'running'])).toEqual(nothing);
    expect(decide(['failed', 'done'])).toEqual({ ...nothing, state: 'failed' });
    expect(decide(['done', 'done'])).toEqual({ ...nothing, state: 'done' });
  });

  it('continues rows that were interrupted, at most four times', () => {
    expect(decide(['interrupted', 'waiting'], { concurrency: 1 }).start).toEqual([1]);
    expect(decide(['interrupted', 'done'], {}, { attempts: 4 }).start).toEqual([1]);
    expect(decide(['interrupted', 'done'], {}, { attempts: 5 })).toEqual({ ...nothing, state: 'failed' });
  });
});

describe('a batch that does not run', () => {
  it.each(['paused', 'stopped'] as const)('starts nothing while it is %s, but ends', (state) => {
    expect(decide(['running', 'waiting'], { state })).toEqual(nothing);
    expect(decide(['waiting', 'waiting'], { state })).toEqual(nothing);
    expect(decide(['done', 'done'], { state })).toEqual({ ...nothing, state: 'done' });
  });

  it('cancels its installations if it is cancelled', () => {
    const states: RowState[] = ['done', 'running', 'queued', 'cancelled', 'failed', 'host-lost'];
    expect(decide(states, { state: 'cancelled' })).toEqual({ ...nothing, cancel: [101, 102, 105] });
  });
});
