import type { Plan } from '../../plan/plan.ts';
import type { ResumeState } from '../resume-state.ts';

/**
 * Returns a sentence that lists the secrets set by an earlier run; undefined if there are none. A digest
 * covers no secrets, so later changes to them are not detected.
 */
export function secretsKeptFromEarlierRun(
  { operations }: Plan,
  { done }: Pick<ResumeState, 'done'>,
): string | undefined {
  const names = operations.filter(({ id }) => done.has(id)).flatMap(({ secrets }) => secrets);
  if (names.length === 0) return undefined;
  return `set by the earlier run: ${[...new Set(names)].join(', ')}; later changes to these secrets are not applied`;
}
