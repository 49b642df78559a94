import { readPython } from '@writ/convert/python';
import { MASK, SourceText, toProblem, type Diagnostic } from '@writ/diagnostics';
import { HttpError } from '@writ/http';
import { planInstallation, type Plan, type PlanResult } from '@writ/installer';
import { CONFIGURATION_NAME } from '../jobs/files.ts';
import { problem, type VALUE_ERRORS } from '../problems.ts';

const MASKED_SECRET: keyof typeof VALUE_ERRORS = 'masked-secret';

/** A plan, with the text it is made from masked. */
export interface PlannedConfiguration {
  readonly plan: Plan;
  readonly findings: PlanResult['findings'];
  /** The text with every secret masked: all that is ever stored of it. */
  readonly masked: string;
}

/**
 * Plans an installation onto `target`, with login passwords as the hashes that it is run with.
 *
 * @throws {HttpError} 422 with every finding when the configuration is wrong, 409 when the target must not be written
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

/** A text that was got from the service with its secrets masked would give every account the mask as its password. */
function findMaskedSecrets(text: string): Diagnostic[] {
  const source = new SourceText(CONFIGURATION_NAME, text);
  return [...text.matchAll(new RegExp(MASK, 'g'))].map(({ index }) => ({
    code: MASKED_SECRET,
    severity: 'error',
    message: 'a secret is masked here',
    hint: 'write the secret itself',
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
