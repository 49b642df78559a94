import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Secret } from '@writ/diagnostics';
import { hasArrays, hasEncryption } from '../../plan/layout.ts';
import { listMounts } from '../../plan/mounts.ts';
import { JOURNAL_COPY } from '../../plan/operations/device.ts';
import { TARGET_CACHE } from '../../plan/operations/packages.ts';
import type { Plan, PlannedDevice } from '../../plan/plan.ts';
import { refusal } from '../../finding-codes.ts';
import { lockDevices, removeRunState, releaseDevices, type LockedDevice } from './device-locks.ts';
import { openDeviceJournal, type DeviceJournal } from './device-journal.ts';
import { readDeviceJournal } from './read-device-journal.ts';
import { createDiskHold } from './disk-hold.ts';
import { resolvePath } from '../operations/files.ts';
import { readJournal } from '../journal.ts';
import { createRecordCopy } from '../install-record/copy-record.ts';
import { recordFolder } from '../install-record/write-record.ts';
import { checkDiskRights } from '../machine/disk-rights.ts';
import { recheckDisks } from './recheck-disks.ts';
import { stopLeftovers } from './leftover-devices.ts';
import { openMountNamespace, type MountNamespace } from './mount-namespace.ts';
import { createSandbox } from '../sandbox.ts';
import type { OpenedSession, TargetSession, SessionRoots } from '../target-session.ts';
import { runInNamespace } from './run-in-namespace.ts';
import type { DeviceState } from './device-state.ts';

/**
 * Opens the disks of a plan: locks them against other runs and creates a mount namespace for their file
 * systems.
 *
 * @param passphrase passphrase of encrypted partitions
 */
export async function openDeviceSession(
  plan: Plan,
  root: boolean,
  environment: NodeJS.ProcessEnv,
  passphrase?: Secret,
): Promise<OpenedSession> {
  const rights = checkDiskRights(plan, root);
  if (rights.length > 0) return rights;
  const lockedDevices = await lockDevices(plannedDevices(plan), environment);
  if ('refused' in lockedDevices) return [lockedDevices.refused];
  const [first] = lockedDevices;
  if (first === undefined) throw new Error('the plan has no disk');
  try {
    return createDeviceSession(first.state, lockedDevices, plan, await openMountNamespace(), passphrase);
  } catch (error) {
    await releaseDevices(lockedDevices);
    return [refusal('system-error', (error as Error).message)];
  }
}

function plannedDevices({ target, second }: Plan): PlannedDevice[] {
  return [target, second].filter((drive): drive is PlannedDevice => drive?.kind === 'device');
}

/** @param state state paths of the system disk, including the run's working folder */
function createDeviceSession(
  state: DeviceState,
  lockedDevices: readonly LockedDevice[],
  plan: Plan,
  mounts: MountNamespace,
  passphrase: Secret | undefined,
): TargetSession {
  const devices = lockedDevices.map(({ device }) => device);
  const roots = deviceRoots(state, devices, mounts);
  const hold = createDiskHold(devices.map(({ path }) => path));
  const inTree = (path: string): Promise<string> =>
    resolvePath(`{tree}${path}`, { roots: { ...roots, scratch: '', cache: '' } });
  const copyPath = (): Promise<string> => inTree(JOURNAL_COPY);
  let journal: DeviceJournal | undefined;
  let done: ReadonlySet<string> = new Set();
  return {
    roots,
    commandTree: state.tree,
    sandbox: createSandbox(false, mounts.file),
    locks: lockedDevices.flatMap(({ lock, machineLock }) => [lock.fd, machineLock.fd]),
    durable: true,
    readJournal: (resume) =>
      resume
        ? readDeviceJournal(lockedDevices, plan, mounts, copyPath, passphrase)
        : readJournal(state.journal),
    openJournal: async (mode, before) => {
      done = before;
      journal = await openDeviceJournal(state.journal, mode, {
        path: copyPath,
        record: createRecordCopy(recordFolder(state.folder), async () => dirname(await copyPath())),
        writeThrough: () => syncDevices(devices, state, mounts),
      });
      return journal;
    },
    beforeOperation: async ({ id, holds }) => {
      // The `tree` operation deletes the folder of the copy, and `unmount` unmounts it.
      if (id === 'tree' || id === 'unmount') journal?.endCopy();
      if (holds === undefined) {
        await hold.release();
        return undefined;
      }
      if (hold.held) return hold.acquire(holds);
      const recheck = (): Promise<string | undefined> =>
        recheckDisks(devices, done.size === 0 ? plan.losses : undefined);
      await stopLeftovers(devices);
      // Check again while the disks are held, because other programs can no longer change them.
      return (await recheck()) ?? (await hold.acquire(holds)) ?? (await recheck());
    },
    afterOperation: async ({ id }) => {
      const isDone = (operation: string): boolean =>
        id === operation || (id === 'mount' && done.has(operation));
      if (isDone('tree')) await journal?.beginCopy();
      if (isDone('packages')) await rm(await inTree(TARGET_CACHE), { recursive: true, force: true });
    },
    discard: () => removeRunState(lockedDevices),
    finish: () => removeRunState(lockedDevices),
    close: async () => {
      await hold.release();
      await mounts.close();
      const isLayered = devices.some(({ layout }) => hasArrays(layout) || hasEncryption(layout));
      if (isLayered) await stopLeftovers(devices);
      await releaseDevices(lockedDevices);
    },
  };
}

function deviceRoots(
  { folder, tree }: DeviceState,
  [target, second]: readonly PlannedDevice[],
  mounts: MountNamespace,
): SessionRoots {
  return {
    tree: mounts.pathInside(tree),
    work: folder,
    folder,
    target: target?.path ?? '',
    second: second?.path ?? '',
    image: '',
    home: '',
  };
}

async function syncDevices(
  devices: readonly PlannedDevice[],
  { tree }: DeviceState,
  mounts: MountNamespace,
): Promise<void> {
  const points = devices.flatMap(({ layout }) => listMounts(layout).map(({ mountPoint }) => mountPoint));
  const argv = ['sync', '--file-system', '--', ...points.map((point) => `${tree}${point}`)];
  const fault = await runInNamespace(mounts, argv);
  if (fault !== undefined) {
    throw Object.assign(new Error(`cannot write to the disk: ${fault}`), { syscall: 'sync' });
  }
}
