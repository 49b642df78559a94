import { expect, it } from 'vitest';
import { plan } from '../plan/plan.ts';
import { sampleFacts, sampleSettings } from '../plan/testing.ts';
import type { JournalRecord } from './journal-record.ts';
import { standingOf } from './standing.ts';

it('goes on with the mirrors that an earlier run chose last', () => {
  const made = plan(sampleSettings({ mirrors: [] }), sampleFacts, {});
  const open = {
    kind: 'open',
    version: 1,
    plan: made.digest,
    target: made.target.identity,
    boot: 'this',
    time: '',
  } as const;
  const records: JournalRecord[] = [
    open,
    { kind: 'mirrors', chosen: ['https://old/$repo'] },
    open,
    { kind: 'mirrors', chosen: ['https://new/$repo'] },
    { kind: 'done', operation: 'packages' },
  ];
  expect(standingOf(records, made, 'this')).toMatchObject({ chosen: ['https://new/$repo'] });
  expect(standingOf([open], made, 'this')).not.toHaveProperty('chosen');
});
