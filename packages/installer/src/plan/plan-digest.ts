import { canonicalJson, sha256 } from './digest.ts';
import type { Plan, PlannedTarget } from './plan.ts';

/** Returns the digest of a plan. It does not cover the findings, the losses and the paths of the targets. */
export function digestOf({
  version,
  facts,
  requirements,
  hostCommands,
  operations,
  target,
  second,
}: Omit<Plan, 'digest' | 'losses' | 'findings'>): string {
  const targets = [target, second].map((drive) => drive && withoutPath(drive));
  return sha256(canonicalJson({ version, facts, requirements, hostCommands, operations, targets }));
}

/** Removes a target's paths, because a disk's path may change after a reboot. */
function withoutPath(target: PlannedTarget): object {
  const { path: _name, ...rest } = target;
  if (rest.kind !== 'folder') return rest;
  const { bootDisk: _disk, ...others } = rest;
  return others;
}
