import type { Plan } from '../../plan/plan.ts';
import type { ResumeState } from '../resume-state.ts';

/**
 * Lists the secrets that an earlier run has set, as a sentence; undefined if there are none. No digest covers a
 * secret, so a change since then is not detected.
 */
export function secretsKeptFromEarlierRun(
  { operations }: Plan,
  { done }: Pick<ResumeState, 'done'>,
): string | undefined {
  const names = operations.filter(({ id }) => done.has(id)).flatMap(({ secrets }) => secrets);
  if (names.length === 0) return undefined;
  return `set by the earlier run: ${[...new Set(names)].join(', ')}; later changes to these secrets are not applied`;
}
