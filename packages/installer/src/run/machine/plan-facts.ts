import { defined } from '@writ/diagnostics/internal';
import type { PlanFacts } from '../../plan/create-plan.ts';
import type { SoftwareFacts } from '../../plan/plan-software.ts';
import type { TargetChoice } from '../../target/choose-targets.ts';

/**
 * Resolves a plan's facts from the chosen targets.
 *
 * @param count number of targets in the request
 * @param definition the profile at `profile.path`, if any
 * @returns the facts; undefined if a target was not found
 */
export function resolvePlanFacts(
  { targets, losses, machine }: TargetChoice,
  count: number,
  definition?: SoftwareFacts['definition'],
): PlanFacts | undefined {
  const [target, second] = targets;
  if (target === undefined || targets.length < count) return undefined;
  const drives = { target, ...defined({ second }), losses };
  const profileFacts = definition === undefined ? {} : { definition };
  // The machine that will boot an image is unknown.
  if (target.kind === 'image' || machine === undefined) return { ...drives, software: profileFacts };
  const { soundModules, networkFiles = [] } = machine;
  return { ...drives, machine, software: { ...profileFacts, soundModules, networkFiles } };
}
