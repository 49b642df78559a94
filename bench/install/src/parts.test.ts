import type { InstallEvent } from '@writ/installer';
import { describe, expect, it } from 'vitest';
import { medianParts, readParts, renderParts } from './parts.ts';

const event = (fields: object): InstallEvent => ({ number: 1, time: '', ...fields }) as InstallEvent;
const start = (id: string, parent?: string): InstallEvent =>
  event({
    type: 'start',
    id,
    title: `Step ${id}`,
    stage: '',
    weight: 1,
    ...(parent === undefined ? {} : { parent }),
  });
const finish = (id: string, milliseconds: number): InstallEvent =>
  event({ type: 'finish', id, outcome: 'done', milliseconds });

const events = [
  start('install'),
  start('download', 'install'),
  finish('download', 2000),
  start('packages', 'install'),
  start('fstab', 'install'),
  finish('fstab', 500),
  finish('packages', 3000),
  finish('install', 5500),
];

describe('the parts of an installation', () => {
  it('are the steps without child steps, in the order of their start', () => {
    expect(readParts(events)).toEqual([
      { id: 'download', title: 'Step download', seconds: 2 },
      { id: 'packages', title: 'Step packages', seconds: 3 },
      { id: 'fstab', title: 'Step fstab', seconds: 0.5 },
    ]);
  });

  it('have the median duration of several rounds', () => {
    const rounds = [1, 9, 4].map((seconds) => [{ id: 'a', title: 'A', seconds }]);
    expect(medianParts(rounds)).toEqual([{ id: 'a', title: 'A', seconds: 4 }]);
    expect(medianParts([])).toEqual([]);
  });

  it('are printed with their sum and the remaining time', () => {
    const lines = renderParts(readParts(events), 6).split('\n');
    expect(lines.map((line) => line.trim().split(/ +/).slice(0, 3).join(' '))).toEqual([
      '2.00 s download',
      '3.00 s packages',
      '0.50 s fstab',
      '5.50 s sum',
      '0.50 s rest',
    ]);
  });
});
