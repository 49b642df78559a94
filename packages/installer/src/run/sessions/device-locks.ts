import { mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
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
  /** Locks the disk against runs with other state folders, too. */
  readonly machineLock: Lock;
}

/** The folder of the locks that all runs on the machine share. A restart of the machine removes it. */
const MACHINE_LOCKS = '/run/writ-disks';

/**
 * Locks either all disks or none.
 *
 * @param machineLocks the folder of the locks that runs with different state folders share
 */
export async function lockDevices(
  devices: readonly PlannedDevice[],
  environment: NodeJS.ProcessEnv,
  machineLocks: string = MACHINE_LOCKS,
): Promise<readonly LockedDevice[] | { readonly refused: Diagnostic }> {
  const locked: LockedDevice[] = [];
  for (const device of devices) {
    const found = await lockDevice(device, locateDeviceState(device, environment), machineLocks);
    if (!('lock' in found)) {
      await releaseDevices(locked);
      return { refused: found };
    }
    locked.push(found);
  }
  return locked;
}

async function lockDevice(
  device: PlannedDevice,
  state: DeviceState,
  machineLocks: string,
): Promise<LockedDevice | Diagnostic> {
  const locked = await lockState(device.path, state);
  if (!('lock' in locked)) return locked;
  // The name of the state folder depends only on the disk.
  const machineLock = await lockOnMachine(device.path, join(machineLocks, basename(state.folder)));
  if ('fd' in machineLock) return { device, ...locked, machineLock };
  await releaseState(locked);
  return machineLock;
}

async function lockOnMachine(path: string, file: string): Promise<Lock | Diagnostic> {
  try {
    return (await acquireLock(file)) ?? targetInUse(path);
  } catch (error) {
    const { message } = toSystemError(error);
    return refusal('system-error', `cannot lock ${path} with ${file}: ${message}`);
  }
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
export async function releaseDevices(devices: readonly LockedDevice[]): Promise<void> {
  for (const device of devices) {
    await releaseState(device);
    await device.machineLock.release(true);
  }
}

/** Releases the lock of a state folder. The folder remains if the run can be resumed. */
export async function releaseState({ state, lock }: LockedState): Promise<void> {
  await rmdir(state.tree).catch(() => undefined);
  await lock.release(true);
  await rmdir(state.folder).catch(() => undefined);
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
