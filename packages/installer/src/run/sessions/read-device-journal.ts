import { copyFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readTableUuid } from '../../facts/partition-table.ts';
import { findVolume } from '../../plan/layout.ts';
import { partitionName } from '../../plan/operations/device.ts';
import type { PlannedDevice } from '../../plan/plan.ts';
import type { LockedDevice } from './device-locks.ts';
import type { JournalRecord } from '../journal-record.ts';
import { readJournal } from '../journal.ts';
import { restoreRecord } from '../install-record/copy-record.ts';
import { recordFolder } from '../install-record/write-record.ts';
import type { MountNamespace } from './mount-namespace.ts';
import { toSystemError } from '../target-session.ts';
import { runInNamespace } from './run-in-namespace.ts';

/**
 * Reads the journal of an unfinished installation from this machine, or from the first disk, because
 * a restarted live system has lost its files. Throws if another program has used a disk since then.
 *
 * @param digest digest of the plan to resume
 * @param copyPath path of the copy while the root file system of the disk is mounted
 */
export async function readDeviceJournal(
  devices: readonly LockedDevice[],
  digest: string,
  mounts: MountNamespace,
  copyPath: () => Promise<string>,
): Promise<JournalRecord[] | undefined> {
  const [first] = devices;
  if (first === undefined) return undefined;
  const records =
    (await readJournal(first.state.journal)) ?? (await restoreFromDisk(first, mounts, copyPath));
  const opened = records?.findLast((record) => record.kind === 'open');
  // If the plan differs, the digest mismatch is the better reason to report.
  if (records !== undefined && opened?.plan === digest) {
    await assertPartitionsUnchanged(
      records,
      devices.map(({ device }) => device),
    );
  }
  return records;
}

/** Restores the journal and the record from the disk. */
async function restoreFromDisk(
  { device: { path, layout }, state }: LockedDevice,
  mounts: MountNamespace,
  copyPath: () => Promise<string>,
): Promise<JournalRecord[] | undefined> {
  const root = findVolume(layout, '/');
  if (root === undefined || (await readTableUuid(path)) !== layout.uuid) return undefined;
  const mount = ['mount', '-t', root.content.kind, '-o', 'ro', '--', partitionName(path, root.number)];
  if ((await runInNamespace(mounts, [...mount, state.tree])) !== undefined) return undefined;
  try {
    const copy = await copyPath();
    const record = recordFolder(state.folder);
    await mkdir(record, { recursive: true, mode: 0o700 });
    await restoreRecord(dirname(copy), record);
    // Copied last, because a run with a journal can be resumed.
    await copyFile(copy, state.journal);
  } catch (error) {
    toSystemError(error);
    return undefined;
  } finally {
    await runInNamespace(mounts, ['umount', '--', state.tree]);
  }
  return readJournal(state.journal);
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
    if ((await readTableUuid(device.path)) === device.layout.uuid) continue;
    throw new Error(`${device.path} no longer has the partitions of the unfinished installation`);
  }
}
