import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Batch, BatchRow } from '../api/answers.ts';
import { stubService, type SentRequest } from '../api/testing.ts';
import { english } from '../words/english.ts';
import { BatchProgress } from './batch-progress.ts';
import { Session } from './session.ts';

const newBatch = (revision: number, state: Batch['state'] = 'running'): Batch => ({
  id: 7,
  state,
  digest: 'd',
  created: '2026-11-20T10:00:00.000Z',
  rows: { waiting: 2 },
  revision,
  concurrency: 4,
  canaries: 1,
  stopAfter: 1,
});

const newRow = (number: number, state: BatchRow['state'], labels: Record<string, string> = {}): BatchRow => ({
  number,
  state,
  target: `web-${number}.img`,
  path: `/images/web-${number}.img`,
  digest: 'd',
  labels,
  attempts: 0,
  revision: 1,
});

const sent: SentRequest[] = [];
let events: string[] = [];

beforeEach(() => {
  sent.length = 0;
  stubService((request) => {
    sent.push(request);
    if (request.method === 'POST') return Response.json(newBatch(9), { status: 202 });
    const text = events.shift();
    return text === undefined ? new Response(null, { status: 204 }) : new Response(text);
  });
});
afterEach(() => vi.unstubAllGlobals());

const create = (): BatchProgress => new BatchProgress(new Session(signal(english), () => Promise.resolve()));

const change = (batch: Batch, rows: readonly BatchRow[]): string =>
  `id: ${batch.revision}\nevent: change\ndata: ${JSON.stringify({ batch, rows })}\n\n`;

it('the rows of a batch are replaced by those that have changed', async () => {
  const rows = [newRow(1, 'running'), newRow(2, 'waiting'), newRow(10, 'waiting')];
  events = [
    change(newBatch(3), rows) + change(newBatch(5, 'done'), [newRow(1, 'done'), newRow(11, 'waiting')]),
  ];
  const progress = create();
  await progress.open(7);
  expect(progress.batch.value).toEqual(newBatch(5, 'done'));
  expect(progress.rows.value.map(({ number, state }) => [number, state])).toEqual([
    [1, 'done'],
    [2, 'waiting'],
    [10, 'waiting'],
    [11, 'waiting'],
  ]);
  // The stream of a batch that has ended is not opened again.
  expect(sent).toHaveLength(1);
});

it('the rows are filtered by target, state and label', async () => {
  events = [
    change(newBatch(3, 'failed'), [
      newRow(1, 'done', { rack: '3' }),
      newRow(2, 'failed', { rack: '3', disk: 'ssd' }),
      newRow(12, 'failed', { rack: '4' }),
    ]),
  ];
  const progress = create();
  await progress.open(7);
  const shown = (): number[] => progress.shown.value.map(({ number }) => number);
  expect(progress.labels.value).toEqual(['disk=ssd', 'rack=3', 'rack=4']);
  expect(shown()).toEqual([1, 2, 12]);
  progress.filter.value = { text: '', state: 'failed', label: '' };
  expect(shown()).toEqual([2, 12]);
  progress.filter.value = { text: '', state: 'failed', label: 'rack=3' };
  expect(shown()).toEqual([2]);
  progress.filter.value = { text: ' WEB-1 ', state: '', label: '' };
  expect(shown()).toEqual([1, 12]);
  progress.filter.value = { text: 'none', state: '', label: '' };
  expect(shown()).toEqual([]);
});

it('a changed batch is followed again after the last event', async () => {
  events = [change(newBatch(3, 'failed'), [newRow(1, 'failed')])];
  const progress = create();
  await progress.open(7);
  await progress.change('retry');
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/batches/7/events',
    'POST /api/batches/7/retry',
    'GET /api/batches/7/events',
  ]);
});

it('a batch that does not exist is absent', async () => {
  stubService(() => Response.json({ title: 'Not Found' }, { status: 404 }));
  const progress = create();
  await progress.open(7);
  expect([progress.isAbsent.value, progress.hasFailed.value]).toEqual([true, false]);
});
