import { lstatSync } from 'node:fs';
import type { HttpError } from '@writ/http';
import type { Loss, Plan } from '@writ/installer';
import { problem, type ProblemCode } from '../problems.ts';

/** What a client agrees to when it starts an installation. */
export interface Consent {
  /** The digest of the plan that was looked at. */
  readonly planSha256?: string | undefined;
  /** Whether what the plan loses may be lost. */
  readonly overwrite?: boolean | undefined;
}

/** What the plan takes away from its targets as they are now; empty when nothing is lost. */
export function currentLosses({ losses }: Pick<Plan, 'losses'>): readonly Loss[] {
  return losses.filter(({ target, contents }) =>
    contents === undefined
      ? (lstatSync(target, { throwIfNoEntry: false })?.size ?? 0) > 0
      : contents.length > 0,
  );
}

/** What is lost by the plan, as text: another one when anything else is there. */
export function fingerprintLosses(plan: Pick<Plan, 'losses'>): string {
  const there = currentLosses(plan).map(({ target, contents }) => [target, contents ?? identifyFile(target)]);
  return JSON.stringify(there);
}

function identifyFile(file: string): readonly unknown[] {
  const found = lstatSync(file, { throwIfNoEntry: false });
  return [found?.ino, found?.size, found?.mtimeMs];
}

/**
 * Holds a start against the plan as it is now.
 *
 * @throws {HttpError} 409 with the plan's digest and everything that would be lost
 */
export function assertConsent(plan: Plan, { planSha256, overwrite = false }: Consent): void {
  const losses = currentLosses(plan);
  const refuse = (code: ProblemCode, detail: string): HttpError =>
    problem(code, {
      detail: [detail, ...losses.map((loss) => loss.description)].join(' '),
      extensions: { planSha256: plan.digest, losses },
    });
  if (planSha256 === undefined) {
    throw refuse('plan-not-named', `Look at the plan, then name it: planSha256 ${plan.digest}.`);
  }
  if (planSha256.toLowerCase() !== plan.digest) {
    throw refuse(
      'plan-changed',
      `The plan is another one by now: look at ${plan.digest}, then name that one.`,
    );
  }
  if (losses.length > 0 && !overwrite) {
    throw refuse('overwrite-not-agreed', 'Something would be lost; overwrite: true agrees to that.');
  }
}
