import type { Facts } from '../facts/facts.ts';
import { parseFacts } from '../facts/parse-facts.ts';
import { refusal } from '../finding-codes.ts';
import { machineFacts } from './machine/machine-facts.ts';
import { preparePlan, type PreparedPlan } from './prepare-plan.ts';
import type { InstallRequest } from './request.ts';

const comparedFacts = [
  'architecture',
  'firmware',
  'firmwareBits',
  'cpuVendor',
  'cpuModel',
  'virtualMachine',
] as const satisfies readonly (keyof Facts)[];

/**
 * Prepares a plan again on this machine after it was created from recorded facts. A plan for a disk runs only
 * on the machine of its facts, and the user confirms the loss of the disk's current contents.
 */
export async function prepareForThisMachine(
  request: InstallRequest,
  prepared: PreparedPlan,
): Promise<PreparedPlan> {
  const { plan, ...rest } = prepared;
  if (typeof request.facts !== 'object' || plan?.target.kind !== 'device') return prepared;
  const { facts: recordedFacts } = parseFacts(request.facts.file, request.facts.text);
  const currentFacts = await machineFacts(request.signal);
  const preparedAgain = await preparePlan({ ...request, facts: 'here' }, request.wipe === true);
  const differences = comparedFacts
    .filter((name) => recordedFacts?.[name] !== currentFacts[name])
    .map(
      (name) => `${name} is ${currentFacts[name] ?? 'unknown'}, not ${recordedFacts?.[name] ?? 'unknown'}`,
    );
  const same = differences.length === 0 && preparedAgain.plan?.digest === plan.digest;
  if (same) return preparedAgain;
  const why = differences.length > 0 ? differences.join('; ') : 'the plan for this machine differs';
  const elsewhere = refusal('facts-elsewhere', `${request.facts.file} describes another machine: ${why}`, {
    hint: 'install on that machine, or install on this one without --facts',
  });
  const errors = preparedAgain.findings.filter(({ severity }) => severity === 'error');
  return { ...rest, outcome: 'refused', findings: [...rest.findings, elsewhere, ...errors] };
}
