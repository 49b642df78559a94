import { expect, it } from 'vitest';
import { Placement } from './placement.ts';

const row = (number: number, labels: Record<string, string> = {}) => ({ number, line: number + 1, labels });
const workers = [
  { host: 'a', slots: 1, labels: { rack: '3' }, age: 1 },
  { host: 'b', slots: 3, labels: { rack: '3' }, age: 1 },
];

it('installs rows without labels on the machine of the server', () => {
  expect(new Placement({ host: 'own', workers }).select(row(1))).toEqual({ host: 'own' });
  expect(new Placement(undefined).select(row(1))).toEqual({});
});

it('distributes rows over the selected machines in proportion to their slots', () => {
  const placement = new Placement({ host: 'own', workers });
  const hosts = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => placement.select(row(number, { rack: '3' })));
  const count = (host: string): number => hosts.filter((each) => 'host' in each && each.host === host).length;
  expect([count('a'), count('b')]).toEqual([2, 6]);
});

it('reports labels that select no machine', () => {
  expect(new Placement({ host: 'own', workers }).select(row(2, { rack: '4', disk: 'ssd' }))).toMatchObject({
    finding: {
      code: 'W2411',
      file: 'table',
      range: { start: { line: 3 } },
      message: 'row 2: no machine has workers with the labels rack=4 disk=ssd',
    },
  });
  expect(new Placement(undefined).select(row(1, { rack: '3' }))).toMatchObject({
    finding: { code: 'W2411', hint: 'omit labels, or start the service with --workers' },
  });
});
