import { setTimeout as sleep } from 'node:timers/promises';
import type { PlannedDevice } from '../../plan/plan.ts';
import { createRedactor } from '../../process/redact.ts';
import { runProcess } from '../../process/run-process.ts';
import { isLeftoverArray } from '../../target/check-device.ts';
import { hostEnvironment } from '../commands/command.ts';
import { machineFacts } from '../machine/machine-facts.ts';

/** Time limit of a command in milliseconds. */
const LIMIT = 30_000;
/** Number of attempts, because the mounts of a killed run may end shortly after it. */
const ATTEMPTS = 20;
const INTERVAL = 250;

/**
 * Stops the RAID arrays that a run, possibly a killed one with another plan, has assembled from the disks, unless they
 * are in use. An array that cannot be stopped remains, and the disks are then in use.
 */
export async function stopLeftoverArrays(devices: readonly PlannedDevice[]): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await sleep(INTERVAL);
    const arrays = await findLeftoverArrays(devices);
    if (arrays.size === 0) return;
    for (const path of arrays) {
      await runProcess({
        argv: ['mdadm', '--stop', '--quiet', path],
        environment: hostEnvironment({}, false),
        limit: LIMIT,
        redactor: createRedactor([]),
      });
    }
  }
}

async function findLeftoverArrays(devices: readonly PlannedDevice[]): Promise<ReadonlySet<string>> {
  const paths = new Set(devices.map(({ path }) => path));
  const { disks } = await machineFacts();
  const parts = disks.filter(({ path }) => paths.has(path)).flatMap((disk) => [disk, ...disk.partitions]);
  const holders = parts.flatMap((part) => part.holders).filter(isLeftoverArray);
  return new Set(holders.map(({ path }) => path));
}
