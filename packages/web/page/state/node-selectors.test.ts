import { expect, it } from 'vitest';
import type { Node } from '../api/answers.ts';
import { describeSelector, selectorsOf } from './node-selectors.ts';

const node: Node = {
  id: 1,
  state: 'approved',
  macs: [],
  labels: {},
  created: '2026-11-20T10:00:00.000Z',
  boot: 'local',
  run: 0,
  findings: [],
};

it('a machine can be selected by its identity, and together with others by each label', () => {
  const selectors = selectorsOf({
    ...node,
    macs: ['52:54:00:00:00:01', '52:54:00:00:00:02'],
    serial: 'S1',
    uuid: '4c4c4544-0042-3510-8052-b3c04f4e5931',
    labels: { rack: '3', disk: 'ssd' },
  });
  expect(selectors.map(describeSelector)).toEqual([
    '52:54:00:00:00:01',
    'S1',
    '4c4c4544-0042-3510-8052-b3c04f4e5931',
    'rack=3',
    'disk=ssd',
  ]);
  expect(selectors.at(-1)).toEqual({ labels: { disk: 'ssd' } });
});

it('a machine without an identity and labels cannot be selected', () => {
  expect(selectorsOf(node)).toEqual([]);
});
