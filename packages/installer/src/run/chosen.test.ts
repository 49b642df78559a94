import { expect, it } from 'vitest';
import { createPlan } from '../plan/create-plan.ts';
import { sampleFacts, sampleSettings } from '../plan/testing.ts';
import type { JournalRecord } from './journal-record.ts';
import { resolveResumeState } from './resume-state.ts';

it('a resumed run uses the mirrors chosen by the earlier run', () => {
  const made = createPlan(sampleSettings({ mirrors: [] }), sampleFacts, {});
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
  expect(resolveResumeState(records, made, 'this')).toMatchObject({ chosen: ['https://new/$repo'] });
  expect(resolveResumeState([open], made, 'this')).not.toHaveProperty('chosen');
});
