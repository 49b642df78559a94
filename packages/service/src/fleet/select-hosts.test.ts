import { expect, it } from 'vitest';
import { selectHosts, type SelectableWorker } from './select-hosts.ts';

const worker = (host: string, labels: Record<string, string>, age = 1, slots = 2): SelectableWorker => ({
  host,
  slots,
  labels,
  age,
});

const workers = [
  worker('b', { rack: '3', disk: 'ssd' }),
  worker('b', { rack: '3' }, 2, 1),
  worker('a', { rack: '3', disk: 'ssd' }),
  worker('c', { rack: '4' }),
];

it('selects the hosts whose workers have all labels, with the slots of all their workers', () => {
  expect(selectHosts(workers, { rack: '3' })).toEqual([
    { host: 'a', slots: 2 },
    { host: 'b', slots: 3 },
  ]);
  expect(selectHosts(workers, { rack: '4' })).toEqual([{ host: 'c', slots: 2 }]);
  expect(selectHosts(workers, {})).toHaveLength(3);
});

it('does not select a host if one of its workers lacks a label', () => {
  expect(selectHosts(workers, { disk: 'ssd' }).map(({ host }) => host)).toEqual(['a']);
  expect(selectHosts(workers, { rack: '5' })).toEqual([]);
  expect(selectHosts(workers, { toString: 'x' })).toEqual([]);
});

it('ignores workers without a recent heartbeat', () => {
  expect(selectHosts([worker('a', { rack: '3' }, 61), worker('a', { rack: '4' })], { rack: '4' })).toEqual([
    { host: 'a', slots: 2 },
  ]);
  expect(selectHosts([worker('a', { rack: '3' }, 61)], { rack: '3' })).toEqual([]);
});
