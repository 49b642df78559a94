import { join } from 'node:path';
import { sha256 } from '../../plan/digest.ts';
import type { PlannedDevice } from '../../plan/plan.ts';

/** Returns the folder that contains the state of unfinished installations to disks. */
function stateFolder({ WRIT_STATE }: NodeJS.ProcessEnv): string {
  return WRIT_STATE || '/var/lib/writ';
}

/** Paths of a disk's state. */
export interface DeviceState {
  readonly folder: string;
  /** Mount point of the new system; empty outside the run's mount namespace. */
  readonly tree: string;
  readonly journal: string;
  readonly lock: string;
}

/**
 * Returns the state paths of a disk. The folder has a readable name that is unique to the disk's identity.
 */
export function locateDeviceState(
  { identity, model, serial, wwn }: Pick<PlannedDevice, 'identity' | 'model' | 'serial' | 'wwn'>,
  environment: NodeJS.ProcessEnv,
): DeviceState {
  const known = [model, serial ?? wwn].filter((part) => part !== undefined).join('-') || 'disk';
  const readable = known
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 64);
  const folder = join(stateFolder(environment), 'disks', `${readable}-${sha256(identity).slice(0, 12)}`);
  return {
    folder,
    tree: join(folder, 'tree'),
    journal: join(folder, 'journal'),
    lock: join(folder, 'lock'),
  };
}
