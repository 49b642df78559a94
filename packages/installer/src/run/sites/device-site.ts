import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { volumesOf } from '../../plan/layout.ts';
import { JOURNAL_COPY } from '../../plan/operations/device.ts';
import { LATE_CACHE } from '../../plan/operations/packages.ts';
import type { Plan, PlannedDevice } from '../../plan/plan-type.ts';
import { refusal } from '../../finding-codes.ts';
import { claimDevices, forgetRuns, letGo, type ClaimedDevice } from './device-claim.ts';
import { openDeviceJournal, type DeviceJournal } from './device-journal.ts';
import { deviceRecords } from './device-records.ts';
import { diskHold } from './disk-hold.ts';
import { placeOf } from '../operations/files.ts';
import { readJournal } from '../journal.ts';
import { carriedRecord } from '../left-behind/carry.ts';
import { leftFolder } from '../left-behind/leave.ts';
import { judgeRights } from '../machine/disk-rights.ts';
import { judgeDisks } from './judge-disks.ts';
import { openMountNamespace, type MountNamespace } from './mount-namespace.ts';
import { namespaces } from '../sandbox.ts';
import type { OpenedSite, Site, SitePlaces } from '../site.ts';
import { startIn } from './start-in.ts';
import type { DeviceState } from './state.ts';

/** The disks of a plan, locked against other runs, and a mount namespace in which they are mounted. */
export async function openDeviceSite(
  plan: Plan,
  root: boolean,
  environment: NodeJS.ProcessEnv,
): Promise<OpenedSite> {
  const rights = judgeRights(plan, root);
  if (rights.length > 0) return rights;
  const claimed = await claimDevices(devicesOf(plan), environment);
  if ('refused' in claimed) return [claimed.refused];
  const [first] = claimed;
  if (first === undefined) throw new Error('the plan has no disk');
  try {
    return siteOf(first.state, claimed, plan, await openMountNamespace());
  } catch (error) {
    await letGo(claimed);
    return [refusal('system-error', (error as Error).message)];
  }
}

function devicesOf({ target, second }: Plan): PlannedDevice[] {
  return [target, second].filter((drive): drive is PlannedDevice => drive?.kind === 'device');
}

/** @param state of the disk with the system: the run works there */
function siteOf(
  state: DeviceState,
  claimed: readonly ClaimedDevice[],
  { digest, losses }: Plan,
  mounts: MountNamespace,
): Site {
  const devices = claimed.map(({ device }) => device);
  const places = placesOf(state, devices, mounts);
  const hold = diskHold(devices.map(({ path }) => path));
  const inTree = (path: string): Promise<string> =>
    placeOf(`{tree}${path}`, { places: { ...places, scratch: '', cache: '' } });
  const copyPlace = (): Promise<string> => inTree(JOURNAL_COPY);
  let journal: DeviceJournal | undefined;
  let done: ReadonlySet<string> = new Set();
  return {
    places,
    commandTree: state.tree,
    sandbox: namespaces(false, mounts.file),
    locks: claimed.map(({ lock }) => lock.fd),
    durable: true,
    readJournal: (resume) =>
      resume ? deviceRecords(claimed, digest, mounts, copyPlace) : readJournal(state.journal),
    openJournal: async (mode, before) => {
      done = before;
      journal = await openDeviceJournal(state.journal, mode, {
        place: copyPlace,
        record: carriedRecord(leftFolder(state.folder), async () => dirname(await copyPlace())),
        writeThrough: () => writeThrough(devices, state, mounts),
      });
      return journal;
    },
    before: async ({ id, holds }) => {
      // The first empties the place that the copy lies in, the second takes it away.
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
    after: async ({ id }) => {
      const stands = (operation: string): boolean =>
        id === operation || (id === 'mount' && done.has(operation));
      if (stands('tree')) await journal?.beginCopy();
      if (stands('packages')) await rm(await inTree(LATE_CACHE), { recursive: true, force: true });
    },
    discard: () => forgetRuns(claimed),
    finish: () => forgetRuns(claimed),
    close: async () => {
      await hold.release();
      await mounts.end();
      await letGo(claimed);
    },
  };
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

async function writeThrough(
  devices: readonly PlannedDevice[],
  { tree }: DeviceState,
  mounts: MountNamespace,
): Promise<void> {
  const points = devices.flatMap(({ layout }) => volumesOf(layout)).map(({ content }) => content.mountPoint);
  const argv = ['sync', '--file-system', '--', ...points.map((point) => `${tree}${point}`)];
  const fault = await startIn(mounts, argv);
  if (fault !== undefined) {
    throw Object.assign(new Error(`the disk does not take what is written: ${fault}`), { syscall: 'sync' });
  }
}
