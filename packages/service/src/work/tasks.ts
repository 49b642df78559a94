import { readPython } from '@writ/convert/python';
import { hasErrors, toReport, type Diagnostic, type JsonReport } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import {
  checkConfiguration,
  planInstallation,
  preparePlan,
  splitConfiguration,
  type NamedText,
  type Outcome,
  type Plan,
  type PlanRequest,
  type PreparedPlan,
} from '@writ/installer';
import { parseLock, refuseServiceSettings } from '@writ/installer/internal';
import { toSplitOutput, type SplitOutput } from './split-output.ts';
import { comparePlans, type PlanChanges } from './plan-changes.ts';
import { CONFIGURATION_NAME } from '../records/configuration-name.ts';
import { toNodeWords, toRequestWords } from '../records/request-words.ts';
import type { OptionsRequest } from '../records/plan-options.ts';

export { checkBatch, planRows, separateRows } from './batch-tasks.ts';
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
  /** A package lock, which is only checked: the plan does not depend on it. */
  readonly lock?: NamedText;
  /** Path of the target; default: the drives of the configuration, as for a node. */
  readonly target?: string;
  /** Whether login passwords are planned as hashes, because the installation will receive their hashes. */
  readonly hashedLogins?: boolean;
}

/** The plan, or findings that explain why there is none, as plain data. Errors in the lock do not prevent the plan. */
export interface PlanOutput {
  readonly outcome: Outcome;
  readonly findings: readonly Diagnostic[];
  readonly plan?: Plan;
  /** The configuration with every secret masked. */
  readonly masked: string;
}

/** Checks a configuration, also for settings that the service refuses for every target. */
export function checkText(text: string, advanced = false): CheckedConfiguration {
  const config = { file: CONFIGURATION_NAME, text };
  const { findings, sources, settings, locate } = checkConfiguration({ config, advanced });
  const refused = settings === undefined ? [] : refuseServiceSettings(settings).map(locate);
  return {
    ...toReport(CONFIGURATION_NAME, [...findings, ...refused].map(toRequestWords)),
    masked: maskedConfiguration(sources),
  };
}

/**
 * Returns the findings about settings that the service refuses for every target; undefined if the configuration has
 * errors.
 */
export function findRefusedSettings(
  config: NamedText,
  creds: NamedText | undefined,
  advanced: boolean | undefined,
): readonly Diagnostic[] | undefined {
  const { settings, locate } = checkConfiguration({ config, ...defined({ creds, advanced }) });
  return settings && refuseServiceSettings(settings).map(locate).map(toRequestWords);
}

/** Plans an installation. */
export async function planTarget(
  { target, lock, ...input }: PlanInput,
  signal: AbortSignal,
): Promise<PlanOutput> {
  const lockFindings = lock === undefined ? [] : parseLock(lock.file, lock.text).findings;
  const { outcome, findings, plan, sources } = await planInstallation({
    ...input,
    ...(target === undefined ? {} : { targets: [target] }),
    readPython,
    signal,
  });
  const toWords = target === undefined ? toNodeWords : toRequestWords;
  return {
    outcome: hasErrors(lockFindings) && outcome === 'done' ? 'findings' : outcome,
    findings: [...findings, ...lockFindings].map(toWords),
    masked: maskedConfiguration(sources),
    ...(plan && { plan: { ...plan, findings: plan.findings.map(toWords) } }),
  };
}

/** The inputs of an installation's plan, as plain data. */
export type PreparationInput = Omit<PlanRequest, 'signal' | 'readPython'>;

/** An installation's plan with the data for its run, as plain data. It contains secrets. */
export interface Preparation extends Pick<
  PreparedPlan,
  'outcome' | 'findings' | 'plan' | 'missingSecrets' | 'inputs'
> {
  /** The secrets by name. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** Plans an installation that is about to run. */
export async function prepareInstallation(
  input: PreparationInput,
  wipe: boolean,
  signal: AbortSignal,
): Promise<Preparation> {
  const prepared = await preparePlan({ ...input, readPython, signal }, wipe);
  const { outcome, findings, plan, missingSecrets, inputs } = prepared;
  const secrets = new Map([...prepared.secrets].map(([name, secret]) => [name, secret.reveal()]));
  return { outcome, findings, missingSecrets, secrets, ...defined({ plan, inputs }) };
}

/** Separates the secrets from a configuration; returns undefined if the configuration has errors. */
export function splitSecrets(
  config: NamedText,
  credentials: NamedText | undefined,
  advanced: boolean | undefined,
): SplitOutput | undefined {
  const split = splitConfiguration(config, credentials, advanced);
  return split && toSplitOutput(split);
}

/** Compares two plans. */
export function compareBoth(before: Plan, after: Plan): PlanChanges {
  return comparePlans(before, after);
}

function maskedConfiguration(sources: readonly { readonly name: string; readonly masked: string }[]): string {
  return sources.find(({ name }) => name === CONFIGURATION_NAME)?.masked ?? '';
}
