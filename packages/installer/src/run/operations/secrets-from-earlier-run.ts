import type { Plan } from '../../plan/plan.ts';
import type { ResumeState } from '../resume-state.ts';

/**
 * What an earlier run did with secrets, in a sentence; undefined when it did nothing with any. No digest covers a
 * secret: that one was changed since is for the person to know.
 */
export function secretsKeptFromEarlierRun(
  { operations }: Plan,
  { done }: Pick<ResumeState, 'done'>,
): string | undefined {
  const kept = operations.filter(({ id }) => done.has(id)).flatMap(({ secrets }) => secrets);
  if (kept.length === 0) return undefined;
  return `set by the earlier run: ${[...new Set(kept)].join(', ')}; later changes to these secrets are not applied`;
}
