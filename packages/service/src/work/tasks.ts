import { readPython } from '@writ/convert/python';
import { toReport, type Diagnostic, type JsonReport } from '@writ/diagnostics';
import {
  checkConfiguration,
  planInstallation,
  type NamedText,
  type Outcome,
  type Plan,
} from '@writ/installer';
import { comparePlans, type PlanChanges } from './plan-changes.ts';
import { CONFIGURATION_NAME } from '../records/configuration-name.ts';
import type { OptionsRequest } from '../records/plan-options.ts';

export { convertTexts } from './convert-task.ts';

/** The report on a configuration. */
export interface CheckedConfiguration extends JsonReport {
  /** The configuration with every secret masked. */
  readonly masked: string;
}

/** The inputs of a plan, as plain data. */
export interface PlanInput extends OptionsRequest {
  readonly config: NamedText;
  readonly creds?: NamedText;
  /** Path of the target. */
  readonly target: string;
  /** Plan with hashes in place of login passwords, which the installation will receive later. */
  readonly hashedLogins?: boolean;
}

/** The plan, or findings that explain why there is none, as plain data. */
export interface PlanOutput {
  readonly outcome: Outcome;
  readonly findings: readonly Diagnostic[];
  readonly plan?: Plan;
  /** The configuration with every secret masked. */
  readonly masked: string;
}

/** Checks a configuration. */
export function checkText(text: string): CheckedConfiguration {
  const { findings, sources } = checkConfiguration({ config: { file: CONFIGURATION_NAME, text } });
  return { ...toReport(CONFIGURATION_NAME, findings), masked: maskedConfiguration(sources) };
}

/** Plans an installation. */
export async function planTarget({ target, ...input }: PlanInput, signal: AbortSignal): Promise<PlanOutput> {
  const { outcome, findings, plan, sources } = await planInstallation({
    ...input,
    targets: [target],
    readPython,
    signal,
  });
  return { outcome, findings, masked: maskedConfiguration(sources), ...(plan && { plan }) };
}

/** Compares two plans. */
export function compareBoth(before: Plan, after: Plan): PlanChanges {
  return comparePlans(before, after);
}

function maskedConfiguration(sources: readonly { readonly name: string; readonly masked: string }[]): string {
  return sources.find(({ name }) => name === CONFIGURATION_NAME)?.masked ?? '';
}
