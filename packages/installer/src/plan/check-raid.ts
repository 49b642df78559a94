import { phrase, type Diagnostic, type Wording } from '@writ/diagnostics';
import type { Settings } from '../config/settings.ts';
import { refusal } from '../finding-codes.ts';
import { term } from '../terms.ts';
import { drivesOf, type PlanFacts } from './create-plan.ts';

/** Checks that the targets can form a RAID: two disks with the same sector size. */
export function checkRaid({ disk }: Settings, facts: PlanFacts): Diagnostic[] {
  if (disk?.raid === undefined) return [];
  const report = (message: string, hint: Wording): Diagnostic[] => [
    refusal('raid-unsuitable', message, { pointer: '/x-writ/disk/raid', hint }),
  ];
  if (facts.target.kind === 'image')
    return report('only disks can form a RAID, not images', 'choose two disks as targets, or remove "raid"');
  const [first, second] = drivesOf(facts);
  if (first === undefined || second === undefined) {
    return report('RAID 1 requires two disks', phrase`${term('addSecondDisk')}`);
  }
  if (first.sectorSize === second.sectorSize) return [];
  return report(
    `${first.path} has ${first.sectorSize}-byte sectors, but ${second.path} has ${second.sectorSize}-byte sectors`,
    'choose two disks with the same sector size',
  );
}
