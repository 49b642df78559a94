import { setTimeout as sleep } from 'node:timers/promises';
import type { Disk, Holder } from '../../facts/facts.ts';
import type { PlannedDevice } from '../../plan/plan.ts';
import { createRedactor } from '../../process/redact.ts';
import { runProcess } from '../../process/run-process.ts';
import { isLeftover } from '../../target/check-device.ts';
import { hostEnvironment } from '../commands/command.ts';
import { machineFacts } from '../machine/machine-facts.ts';

/** Time limit of a command in milliseconds. */
const LIMIT = 30_000;
/** Number of attempts, because the mounts of a killed run may end shortly after it. */
const ATTEMPTS = 20;
const INTERVAL = 250;

/**
 * Closes the encrypted volumes and stops the RAID arrays that a run, possibly a killed one with another plan, has left
 * on the disks, unless they are in use. The disks are then in use, too. The run has locked the disks against all other
 * runs on the machine, so nothing that is left belongs to a run that is still going on.
 */
export async function stopLeftovers(devices: readonly PlannedDevice[]): Promise<void> {
  const paths = new Set(devices.map(({ path }) => path));
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await sleep(INTERVAL);
    const left = listLeftovers((await machineFacts()).disks, paths);
    if (left.length === 0) return;
    for (const { kind, name, path } of left) {
      await runProcess({
        argv: kind === 'raid' ? ['mdadm', '--stop', '--quiet', path] : ['cryptsetup', 'close', '--', name],
        environment: hostEnvironment({}, false),
        limit: LIMIT,
        redactor: createRedactor([]),
      });
    }
  }
}

/** Lists what an interrupted run has left on the disks with these paths: the volumes, which may be in arrays, first. */
export function listLeftovers(disks: readonly Disk[], paths: ReadonlySet<string>): readonly Holder[] {
  const holdersOf = (among: ReadonlySet<string>): readonly Holder[] =>
    disks
      .filter(({ path }) => among.has(path))
      .flatMap((disk) => [disk, ...disk.partitions])
      .flatMap(({ holders }) => holders)
      .filter(isLeftover);
  const left = holdersOf(paths);
  const inArrays = holdersOf(new Set(left.map(({ path }) => path)));
  const byPath = new Map([...inArrays, ...left].map((holder) => [holder.path, holder]));
  return [...byPath.values()].toSorted((a, b) => Number(a.kind === 'raid') - Number(b.kind === 'raid'));
}
