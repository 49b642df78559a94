import { join } from 'node:path';
import { sha256 } from '../../plan/digest.ts';
import type { PlannedDevice } from '../../plan/plan.ts';

/** The folder of what is known about unfinished installations onto disks. */
function stateFolder({ WRIT_STATE }: NodeJS.ProcessEnv): string {
  return WRIT_STATE || '/var/lib/writ';
}

/** What a run keeps of one disk. */
export interface DeviceState {
  readonly folder: string;
  /** Where the new system is mounted; empty outside the run's own mount namespace. */
  readonly tree: string;
  readonly journal: string;
  readonly lock: string;
}

/** Under a name that people know the disk by, and that is another one for every identity. */
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
