import { mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Diagnostic } from '@writ/diagnostics';
import type { PlannedDevice } from '../../plan/plan.ts';
import { refusal } from '../../finding-codes.ts';
import { makeFolders } from '../folders.ts';
import { targetInUse } from './image-session.ts';
import { acquireLock, type Lock } from '../lock.ts';
import { toSystemError } from '../target-session.ts';
import { locateDeviceState, type DeviceState } from './device-state.ts';

/** The locked state folder of a target. */
export interface LockedState {
  readonly state: DeviceState;
  readonly lock: Lock;
}

/** A disk that is locked against other runs, with its state folder. */
export interface LockedDevice extends LockedState {
  readonly device: PlannedDevice;
}

/** Locks either all disks or none. */
export async function lockDevices(
  devices: readonly PlannedDevice[],
  environment: NodeJS.ProcessEnv,
): Promise<readonly LockedDevice[] | { readonly refused: Diagnostic }> {
  const locked: LockedDevice[] = [];
  for (const device of devices) {
    const found = await lockDevice(device, locateDeviceState(device, environment));
    if (!('lock' in found)) {
      await releaseDevices(locked);
      return { refused: found };
    }
    locked.push(found);
  }
  return locked;
}

async function lockDevice(device: PlannedDevice, state: DeviceState): Promise<LockedDevice | Diagnostic> {
  const locked = await lockState(device.path, state);
  return 'lock' in locked ? { device, ...locked } : locked;
}

/**
 * Creates and locks the state folder of a target.
 *
 * @param path path of the target
 */
export async function lockState(path: string, state: DeviceState): Promise<LockedState | Diagnostic> {
  try {
    await makeFolders(state.folder, 0o700);
    const lock = await acquireLock(state.lock);
    if (lock === undefined) return targetInUse(path);
    await mkdir(state.tree, { recursive: true, mode: 0o700 });
    return { state, lock };
  } catch (error) {
    const { message } = toSystemError(error);
    return refusal('target-folder', `cannot create ${state.folder}: ${message}`, {
      hint: 'set WRIT_STATE to another folder',
    });
  }
}

/** Releases the locks. State folders of runs that can be resumed remain. */
export async function releaseDevices(locked: readonly LockedState[]): Promise<void> {
  for (const { state, lock } of locked) {
    await rmdir(state.tree).catch(() => undefined);
    await lock.release(true);
    await rmdir(state.folder).catch(() => undefined);
  }
}

/**
 * Removes the state of a run. The journals are removed first, because a run cannot be resumed without a
 * journal.
 */
export async function removeRunState(locked: readonly LockedState[]): Promise<void> {
  for (const { state } of locked) await rm(state.journal, { force: true });
  for (const { folder, tree, lock } of locked.map(({ state }) => state)) {
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      if (path !== tree && path !== lock) await rm(path, { recursive: true, force: true });
    }
  }
}
