import { toProblem, type Diagnostic } from '@writ/diagnostics';
import { HttpError } from '@writ/http';
import type { Plan } from '@writ/installer';
import { CONFIGURATION_NAME, CREDENTIALS_NAME, LOCK_NAME } from '../records/configuration-name.ts';
import { toOptionsRequest, type PlanOptions } from '../records/plan-options.ts';
import { findMaskedSecrets } from '../plans/masked-secrets.ts';
import { problem } from '../problems.ts';
import type { Planner } from '../work/planner.ts';
import type { PlanOutput } from '../work/tasks.ts';

/** A plan and its configuration with masked secrets. */
export interface PlannedConfiguration {
  readonly plan: Plan;
  readonly findings: PlanOutput['findings'];
  /** The configuration with every secret masked; the original is never stored. */
  readonly masked: string;
}

/**
 * Plans an installation onto `target`. Login passwords are planned as hashes, because the installation receives their
 * hashes.
 *
 * @throws {HttpError} 422 with every finding for an invalid configuration, 409 when the target must not be written, 503
 * when the planner is overloaded or planning was interrupted
 */
export async function planConfiguration(
  planner: Planner,
  text: string,
  target: string,
  signal: AbortSignal,
  {
    credentials,
    lock,
    ...options
  }: PlanOptions & { readonly credentials?: string | undefined; readonly lock?: string | undefined } = {},
): Promise<PlannedConfiguration> {
  const masked = findMaskedSecrets({ [CONFIGURATION_NAME]: text, [CREDENTIALS_NAME]: credentials });
  if (masked.length > 0) throw toRefusal({ outcome: 'findings', findings: masked });
  const config = { file: CONFIGURATION_NAME, text };
  const creds = credentials === undefined ? {} : { creds: { file: CREDENTIALS_NAME, text: credentials } };
  const input = {
    ...toOptionsRequest(options),
    config,
    ...creds,
    ...(lock === undefined ? {} : { lock: { file: LOCK_NAME, text: lock } }),
    target,
    hashedLogins: true,
  };
  const result = await planner.plan(input, signal);
  const { plan, findings, outcome } = result;
  if (plan === undefined || outcome !== 'done') throw toRefusal(result);
  return { plan, findings, masked: result.masked };
}

/** Returns the error for a plan that cannot be installed. */
export function toRefusal({ outcome, findings }: Pick<PlanOutput, 'outcome' | 'findings'>): HttpError {
  if (outcome === 'interrupted') return new HttpError('unavailable', 'Planning was interrupted');
  const faults = findings.filter(({ severity }) => severity === 'error');
  const ofTarget = faults.length > 0 && faults.every(({ rule }) => rule?.startsWith('target-'));
  return refuse(ofTarget ? 'target-refused' : 'configuration-refused', findings);
}

/** Returns the error for a configuration that cannot be installed onto any target. */
export function toConfigurationRefusal(findings: readonly Diagnostic[]): HttpError {
  return refuse('configuration-refused', findings);
}

function refuse(
  code: 'target-refused' | 'configuration-refused',
  findings: readonly Diagnostic[],
): HttpError {
  const { detail, errors } = toProblem(findings);
  return problem(code, {
    detail,
    errors: errors.map((error, index) => ({ source: findings[index]?.file ?? CONFIGURATION_NAME, ...error })),
  });
}
