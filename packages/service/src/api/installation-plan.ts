import { readPython } from '@writ/convert/python';
import { MASK, SourceText, toProblem, type Diagnostic } from '@writ/diagnostics';
import { HttpError } from '@writ/http';
import { planInstallation, type Plan, type PlanResult } from '@writ/installer';
import { CONFIGURATION_NAME } from '../jobs/files.ts';
import { problem, type VALUE_ERRORS } from '../problems.ts';

const MASKED_SECRET: keyof typeof VALUE_ERRORS = 'masked-secret';

/** A plan and its configuration with masked secrets. */
export interface PlannedConfiguration {
  readonly plan: Plan;
  readonly findings: PlanResult['findings'];
  /** The configuration with every secret masked; the original is never stored. */
  readonly masked: string;
}

/**
 * Plans an installation onto `target`. Login passwords are replaced by the hashes that the installation uses.
 *
 * @throws {HttpError} 422 with every finding for an invalid configuration, 409 when the target must not be written
 */
export async function planConfiguration(
  text: string,
  target: string,
  signal: AbortSignal,
): Promise<PlannedConfiguration> {
  const masked = findMaskedSecrets(text);
  if (masked.length > 0) throw toRefusal({ outcome: 'findings', findings: masked, sources: [] });
  const result = await planInstallation({
    config: { file: CONFIGURATION_NAME, text },
    targets: [target],
    hashedLogins: true,
    readPython,
    signal,
  });
  const { plan, findings, outcome } = result;
  if (plan === undefined || outcome !== 'done') throw toRefusal(result);
  return { plan, findings, masked: maskedConfiguration(result.sources) };
}

/**
 * Finds masks in place of secrets: a configuration that was read from the service contains them, and its installation
 * would set the mask as the password of every account.
 */
function findMaskedSecrets(text: string): Diagnostic[] {
  const source = new SourceText(CONFIGURATION_NAME, text);
  return [...text.matchAll(new RegExp(MASK, 'g'))].map(({ index }) => ({
    code: MASKED_SECRET,
    severity: 'error',
    message: 'the secret is masked',
    hint: 'replace the mask with the secret',
    range: source.rangeAt(index, index + MASK.length),
  }));
}

function toRefusal({ outcome, findings }: PlanResult): HttpError {
  if (outcome === 'interrupted') return new HttpError('unavailable', 'Planning was interrupted');
  const faults = findings.filter(({ severity }) => severity === 'error');
  const ofTarget = faults.length > 0 && faults.every(({ rule }) => rule?.startsWith('target-'));
  const { detail, errors } = toProblem(findings);
  return problem(ofTarget ? 'target-refused' : 'configuration-refused', {
    detail,
    errors: errors.map((error) => ({ source: CONFIGURATION_NAME, ...error })),
  });
}

/** The configuration with every secret masked. */
export function maskedConfiguration(sources: PlanResult['sources']): string {
  return sources.find(({ name }) => name === CONFIGURATION_NAME)?.masked ?? '';
}
