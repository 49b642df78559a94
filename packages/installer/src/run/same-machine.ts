import { phrase } from '@writ/diagnostics';
import type { Facts } from '../facts/facts.ts';
import { parseFacts } from '../facts/parse-facts.ts';
import { refusal } from '../finding-codes.ts';
import { machineFacts } from './machine/machine-facts.ts';
import type { preparePlan, PreparedPlan } from './prepare-plan.ts';
import type { InstallRequest } from './request.ts';
import { term } from '../terms.ts';

const comparedFacts = [
  'architecture',
  'firmware',
  'firmwareBits',
  'cpuVendor',
  'cpuModel',
  'virtualMachine',
] as const satisfies readonly (keyof Facts)[];

/**
 * Checks a plan that was created from recorded facts by creating it again on this machine. A plan for a disk
 * runs only on the machine that its facts describe, and the user confirms the loss of the disk's current
 * contents.
 */
export async function prepareForThisMachine(
  request: InstallRequest,
  prepared: PreparedPlan,
  prepare: typeof preparePlan,
): Promise<PreparedPlan> {
  const { plan, ...rest } = prepared;
  if (typeof request.facts !== 'object' || plan?.target.kind !== 'device') return prepared;
  const { facts: recordedFacts } = parseFacts(request.facts.file, request.facts.text);
  const currentFacts = await machineFacts(request.signal);
  const preparedAgain = await prepare({ ...request, facts: 'here' }, request.wipe === true);
  const differences = comparedFacts
    .filter((name) => recordedFacts?.[name] !== currentFacts[name])
    .map(
      (name) => `${name} is ${currentFacts[name] ?? 'unknown'}, not ${recordedFacts?.[name] ?? 'unknown'}`,
    );
  const same = differences.length === 0 && preparedAgain.plan?.digest === plan.digest;
  if (same) return preparedAgain;
  const why = differences.length > 0 ? differences.join('; ') : 'the plan for this machine differs';
  const elsewhere = refusal('facts-elsewhere', `${request.facts.file} describes another machine: ${why}`, {
    hint: phrase`install on that machine, or install on this one without ${term('facts')}`,
  });
  const errors = preparedAgain.findings.filter(({ severity }) => severity === 'error');
  return { ...rest, outcome: 'refused', findings: [...rest.findings, elsewhere, ...errors] };
}
