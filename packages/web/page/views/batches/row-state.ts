import type { RowState } from '../../api/answers.ts';
import type { Words } from '../../words/english.ts';

/** The states of rows in the order in which they are listed. */
export const ROW_STATES: readonly RowState[] = [
  'failed',
  'refused',
  'host-lost',
  'needs-secret',
  'interrupted',
  'running',
  'queued',
  'waiting',
  'done',
  'cancelled',
];

/** Returns the words for the state of a row. */
export function describeRowState(state: RowState, { batches, install }: Words): string {
  return state === 'waiting' ? batches.rowStates.waiting : install.states[state];
}
