import { copyFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Secret } from '@writ/diagnostics';
import { readTableUuid } from '../../facts/partition-table.ts';
import { keepsPartitions } from '../../plan/layout.ts';
import { listMounts, sortMounts } from '../../plan/mounts.ts';
import { JOURNAL_COPY, mountCommands, partitionName } from '../../plan/operations/device.ts';
import { arrayPath, assembleArray, listArrays } from '../../plan/operations/raid.ts';
import type { Layout, Plan, PlannedDevice } from '../../plan/plan.ts';
import { machineFacts } from '../machine/machine-facts.ts';
import type { LockedDevice } from './device-locks.ts';
import { earlierPlan } from '../earlier-plan.ts';
import type { JournalRecord } from '../journal-record.ts';
import { readJournal } from '../journal.ts';
import { describeChangedPartition } from './recheck-disks.ts';
import { restoreRecord } from '../install-record/copy-record.ts';
import { recordFolder } from '../install-record/write-record.ts';
import type { MountNamespace } from './mount-namespace.ts';
import { toSystemError } from '../target-session.ts';
import { runInNamespace } from './run-in-namespace.ts';

/**
 * Reads the journal of an unfinished installation from this machine, or from the first disk if a live system
 * has lost its files in a restart. Returns undefined if there is no journal. Rejects if the journal is damaged, or if
 * a disk no longer has the partitions of the installation.
 *
 * @param plan the plan to resume
 * @param copyPath path of the copy while the root file system of the disk is mounted
 * @param passphrase passphrase of encrypted partitions
 */
export async function readDeviceJournal(
  devices: readonly LockedDevice[],
  plan: Plan,
  mounts: MountNamespace,
  copyPath: () => Promise<string>,
  passphrase: Secret | undefined,
): Promise<JournalRecord[] | undefined> {
  const [first] = devices;
  if (first === undefined) return undefined;
  const records =
    (await readJournal(first.state.journal)) ??
    (await restoreFromDisk(devices, mounts, copyPath, passphrase));
  const opened = records?.findLast((record) => record.kind === 'open');
  // If the plan differs, the digest mismatch is the better reason to report.
  if (records !== undefined && opened?.plan === earlierPlan(plan, records).digest) {
    await assertPartitionsUnchanged(
      records,
      devices.map(({ device }) => device),
    );
  }
  return records;
}

/**
 * Restores the journal and the install record from the disk, and reads the journal; returns undefined if the disk has
 * no journal or cannot be mounted.
 */
async function restoreFromDisk(
  devices: readonly LockedDevice[],
  mounts: MountNamespace,
  copyPath: () => Promise<string>,
  passphrase: Secret | undefined,
): Promise<JournalRecord[] | undefined> {
  const [first] = devices;
  if (first === undefined) return undefined;
  const {
    device: { path, layout },
    state,
  } = first;
  if (!(await hasPartitions(path, layout))) return undefined;
  const arrays = listArrays(layout, (number) =>
    devices.map(({ device }) => partitionName(device.path, number)),
  );
  try {
    // The folder of the journal may be a subvolume.
    const needed = sortMounts(listMounts(layout)).filter(({ mountPoint }) =>
      isInFolder(JOURNAL_COPY, mountPoint),
    );
    const commands = mountCommands(
      needed.map((mount) => ({ ...mount, options: ['ro', ...mount.options] })),
      {
        partition: ({ number, raid }) => (raid === undefined ? partitionName(path, number) : arrayPath(raid)),
        tree: state.tree,
      },
    );
    for (const { argv, stdin } of [...arrays.map(assembleArray), ...commands]) {
      const fault = await runInNamespace(mounts, argv, stdin && passphrase?.reveal());
      if (fault !== undefined) return undefined;
    }
    const copy = await copyPath();
    const record = recordFolder(state.folder);
    await mkdir(record, { recursive: true, mode: 0o700 });
    await restoreRecord(dirname(copy), record);
    // The journal is copied last, because a run that has a journal can be resumed.
    await copyFile(copy, state.journal);
  } catch (error) {
    toSystemError(error);
    return undefined;
  } finally {
    await runInNamespace(mounts, ['umount', '--recursive', '--', state.tree]);
  }
  return readJournal(state.journal);
}

function isInFolder(path: string, folder: string): boolean {
  return folder === '/' || path.startsWith(`${folder}/`);
}

async function assertPartitionsUnchanged(
  records: readonly JournalRecord[],
  [target, second]: readonly PlannedDevice[],
): Promise<void> {
  for (const [operation, device] of [
    ['partition', target],
    ['second-partition', second],
  ] as const) {
    const isDone = records.some((record) => record.kind === 'done' && record.operation === operation);
    if (!isDone || device === undefined) continue;
    if (await hasPartitions(device.path, device.layout)) continue;
    throw new Error(`${device.path} no longer has the partitions of the unfinished installation`);
  }
}

/** True if a disk has the partitions of a layout. The GUID of the table suffices unless other partitions remained. */
async function hasPartitions(path: string, layout: Layout): Promise<boolean> {
  if ((await readTableUuid(path)) !== layout.uuid) return false;
  if (!keepsPartitions(layout)) return true;
  const disk = (await machineFacts()).disks.find((candidate) => candidate.path === path);
  return disk !== undefined && describeChangedPartition(disk, layout.partitions) === undefined;
}
