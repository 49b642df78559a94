import { copyFile, mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Diagnostic } from '@writ/diagnostics';
import type { Loss } from '../facts/loss.ts';
import { tableUuidOf } from '../facts/partition-table.ts';
import { volumesOf } from '../plan/layout.ts';
import type { Operation } from '../plan/operation.ts';
import { JOURNAL_COPY, partitionName } from '../plan/operations/device.ts';
import type { Plan, PlannedDevice } from '../plan/plan-type.ts';
import { refusal } from '../refusal.ts';
import { openDeviceJournal, type DeviceJournal } from './device-journal.ts';
import { diskHold } from './disk-hold.ts';
import { makeFolders } from './folders.ts';
import { placeOf } from './files.ts';
import { targetTaken } from './image-site.ts';
import { readJournal, type JournalRecord } from './journal.ts';
import { judgeDisks } from './judge-disks.ts';
import { acquireLock, type Lock } from './lock.ts';
import { openMountNamespace, type MountNamespace } from './mount-namespace.ts';
import { namespaces } from './sandbox.ts';
import { systemError, type OpenedSite, type SitePlaces } from './site.ts';
import { startIn } from './start-in.ts';
import { deviceState, type DeviceState } from './state.ts';

interface Taken {
  readonly device: PlannedDevice;
  readonly state: DeviceState;
  readonly lock: Lock;
}

/** The disks of a plan, locked against other runs, and a mount namespace in which they are mounted. */
export async function openDeviceSite(
  plan: Plan,
  root: boolean,
  environment: NodeJS.ProcessEnv,
): Promise<OpenedSite> {
  if (!root) return [refusal('not-root', `only root may write to ${plan.target.path}`, { hint: 'use sudo' })];
  const devices = devicesOf(plan);
  const taken: Taken[] = [];
  const letGo = async (): Promise<void> => {
    for (const { state, lock } of taken) {
      await rmdir(state.tree).catch(() => undefined);
      await lock.release(true);
      // One that still has a journal stays.
      await rmdir(state.folder).catch(() => undefined);
    }
  };
  for (const device of devices) {
    const found = await take(device, deviceState(device, environment));
    if (!('lock' in found)) {
      await letGo();
      return found;
    }
    taken.push(found);
  }
  const [first] = taken;
  if (first === undefined) throw new Error('the plan has no disk');
  let mounts: MountNamespace;
  try {
    mounts = await openMountNamespace();
  } catch (error) {
    await letGo();
    return [refusal('system-error', (error as Error).message)];
  }
  return siteOf(first, taken, plan.losses, mounts, letGo);
}

function siteOf(
  { device, state }: Taken,
  taken: readonly Taken[],
  losses: readonly Loss[],
  mounts: MountNamespace,
  letGo: () => Promise<void>,
): OpenedSite {
  const devices = taken.map((one) => one.device);
  const places = placesOf(state, devices, mounts);
  const forget = async (): Promise<void> => {
    for (const one of taken) await forgetRun(one.state);
  };
  const hold = diskHold(devices.map(({ path }) => path));
  const copyPlace = (): Promise<string> =>
    placeOf(`{tree}${JOURNAL_COPY}`, { places: { ...places, scratch: '', cache: '' } });
  let journal: DeviceJournal | undefined;
  let done: ReadonlySet<string> = new Set();
  return {
    places,
    commandTree: state.tree,
    sandbox: namespaces(false, mounts.file),
    locks: taken.map(({ lock }) => lock.fd),
    durable: true,
    readJournal: async (resume) => {
      const fromDisk = (): Promise<JournalRecord[] | undefined> => readCopy(device, state, mounts, copyPlace);
      const records = (await readJournal(state.journal)) ?? (resume ? await fromDisk() : undefined);
      if (records !== undefined && resume) await believe(records, device);
      return records;
    },
    openJournal: async (mode, before) => {
      done = before;
      journal = await openDeviceJournal(state.journal, mode, {
        place: copyPlace,
        writeThrough: () => writeThrough(devices, state, mounts),
      });
      return journal;
    },
    before: async ({ id, holds }) => {
      if (id === 'tree' || id === 'unmount') journal?.endCopy();
      if (holds === undefined) {
        await hold.release();
        return undefined;
      }
      if (hold.held) return hold.take(holds);
      const judge = (): Promise<string | undefined> =>
        judgeDisks(devices, done.size === 0 ? losses : undefined);
      // Once more when nobody else can do anything to them any more.
      return (await judge()) ?? (await hold.take(holds)) ?? (await judge());
    },
    after: async ({ id }: Operation) => {
      if (id === 'tree' || (id === 'mount' && done.has('tree'))) await journal?.beginCopy();
    },
    discard: forget,
    finish: forget,
    close: async () => {
      await hold.release();
      await mounts.end();
      await letGo();
    },
  };
}

function devicesOf({ target, second }: Plan): PlannedDevice[] {
  return [target, second].filter((drive): drive is PlannedDevice => drive?.kind === 'device');
}

function placesOf(
  { folder, tree }: DeviceState,
  [target, second]: readonly PlannedDevice[],
  mounts: MountNamespace,
): SitePlaces {
  return {
    tree: mounts.seen(tree),
    work: folder,
    folder,
    target: target?.path ?? '',
    second: second?.path ?? '',
    image: '',
    home: '',
  };
}

async function take(device: PlannedDevice, state: DeviceState): Promise<Taken | readonly Diagnostic[]> {
  try {
    await makeFolders(state.folder, 0o700);
    const lock = await acquireLock(state.lock);
    if (lock === undefined) return [targetTaken(device.path)];
    await mkdir(state.tree, { recursive: true, mode: 0o700 });
    return { device, state, lock };
  } catch (error) {
    const { message } = systemError(error);
    return [
      refusal('target-folder', `${state.folder} cannot be made: ${message}`, {
        hint: 'name another folder in WRIT_STATE',
      }),
    ];
  }
}

/** The journal goes first: without it nothing is gone on with. */
async function forgetRun({ folder, tree, journal, lock }: DeviceState): Promise<void> {
  await rm(journal, { force: true });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (path !== tree && path !== lock) await rm(path, { recursive: true, force: true });
  }
}

/** A journal that another start of the machine left on the disk itself becomes this one's. */
async function readCopy(
  { path, layout }: PlannedDevice,
  state: DeviceState,
  mounts: MountNamespace,
  copyPlace: () => Promise<string>,
): Promise<JournalRecord[] | undefined> {
  const root = volumesOf(layout).find(({ content }) => content.mountPoint === '/');
  if (root === undefined || (await tableUuidOf(path)) !== layout.uuid) return undefined;
  const mount = ['mount', '-t', root.content.kind, '-o', 'ro', '--', partitionName(path, root.number)];
  if ((await startIn(mounts, [...mount, state.tree])) !== undefined) return undefined;
  try {
    await copyFile(await copyPlace(), state.journal);
  } catch (error) {
    systemError(error);
    return undefined;
  } finally {
    await startIn(mounts, ['umount', '--', state.tree]);
  }
  return readJournal(state.journal);
}

/** Somebody may have used the disk for something else since. */
async function believe(records: readonly JournalRecord[], { path, layout }: PlannedDevice): Promise<void> {
  const partitioned = records.some((record) => record.kind === 'done' && record.operation === 'partition');
  if (partitioned && (await tableUuidOf(path)) !== layout.uuid) {
    throw new Error(`${path} does not have the partitions any more that the unfinished installation made`);
  }
}

async function writeThrough(
  devices: readonly PlannedDevice[],
  { tree }: DeviceState,
  mounts: MountNamespace,
): Promise<void> {
  const points = devices.flatMap(({ layout }) => volumesOf(layout)).map(({ content }) => content.mountPoint);
  const fault = await startIn(mounts, [
    'sync',
    '--file-system',
    '--',
    ...points.map((point) => `${tree}${point}`),
  ]);
  if (fault !== undefined) {
    throw Object.assign(new Error(`the disk does not take what is written: ${fault}`), { syscall: 'sync' });
  }
}
