import { lstatSync } from 'node:fs';
import type { HttpError } from '@writ/http';
import { currentLosses, type Plan } from '@writ/installer';
import { problem, type ProblemCode } from '../problems.ts';

/** The consent of a client to start an installation. */
export interface Consent {
  /** The digest of the reviewed plan. */
  readonly planSha256?: string | undefined;
  /** Consent to the losses that the plan lists. */
  readonly overwrite?: boolean | undefined;
}

/**
 * Identifies the content that the plan destroys: an image by its inode, size and modification time, and a disk by the
 * content that was detected when the plan was created.
 */
export function fingerprintLosses(plan: Pick<Plan, 'losses'>): string {
  const identities = currentLosses(plan).map(({ target, contents }) => [
    target,
    contents ?? identifyFile(target),
  ]);
  return JSON.stringify(identities);
}

function identifyFile(file: string): readonly unknown[] {
  const found = lstatSync(file, { throwIfNoEntry: false });
  return [found?.ino, found?.size, found?.mtimeMs];
}

/**
 * Asserts that a start confirms the current plan and its losses.
 *
 * @throws {HttpError} 409 with the plan's digest and the data that would be lost
 */
export function assertConsent(plan: Plan, { planSha256, overwrite = false }: Consent): void {
  const losses = currentLosses(plan);
  const createRefusal = (code: ProblemCode, detail: string): HttpError =>
    problem(code, {
      detail: [detail, ...losses.map((loss) => loss.description)].join(' '),
      extensions: { planSha256: plan.digest, losses },
    });
  if (planSha256 === undefined) {
    throw createRefusal('plan-not-named', `Review the plan, then confirm it with planSha256 ${plan.digest}.`);
  }
  if (planSha256.toLowerCase() !== plan.digest) {
    throw createRefusal('plan-changed', `The plan has changed; review plan ${plan.digest}, then confirm it.`);
  }
  if (losses.length > 0 && !overwrite) {
    const what = losses.every(({ unsigned }) => unsigned === true)
      ? 'Signatures would not be verified'
      : 'Data would be lost';
    throw createRefusal('overwrite-not-agreed', `${what}; confirm this with overwrite: true.`);
  }
}
