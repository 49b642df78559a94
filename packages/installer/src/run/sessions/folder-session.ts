import { access, copyFile, mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { JournalRecord } from '../journal-record.ts';
import { listMounts } from '../../plan/mounts.ts';
import { JOURNAL_COPY } from '../../plan/operations/device.ts';
import { TARGET_CACHE } from '../../plan/operations/packages.ts';
import { SYNC_FOLDER } from '../../plan/operations/prepared-folder.ts';
import { listEmptied } from '../../plan/folder-layout.ts';
import type { Plan, PlannedFolder } from '../../plan/plan.ts';
import { createRecordCopy, restoreRecord } from '../install-record/copy-record.ts';
import { recordFolder } from '../install-record/write-record.ts';
import { readJournal } from '../journal.ts';
import { checkDiskRights } from '../machine/disk-rights.ts';
import { resolvePath } from '../operations/files.ts';
import { createSandbox } from '../sandbox.ts';
import type { OpenedSession, SessionRoots, TargetSession } from '../target-session.ts';
import { openDeviceJournal, type DeviceJournal } from './device-journal.ts';
import { lockState, releaseState, removeRunState, type LockedState } from './device-locks.ts';
import { locateDeviceState } from './device-state.ts';
import { recheckFolder } from './recheck-folder.ts';
import { runInNamespace } from './run-in-namespace.ts';
import { readWritten } from './written-file-systems.ts';

/** Opens the prepared folder of a plan, and locks it against other runs. */
export async function openFolderSession(
  plan: Plan,
  target: PlannedFolder,
  root: boolean,
  environment: NodeJS.ProcessEnv,
): Promise<OpenedSession> {
  const rights = checkDiskRights(plan, root);
  if (rights.length > 0) return rights;
  const locked = await lockState(target.path, locateDeviceState(target, environment));
  if (!('lock' in locked)) return [locked];
  // A new run discards the earlier journal before the folder is checked again.
  const mountPoints = listMounts(target.layout).map(({ mountPoint }) => mountPoint);
  const written = await readWritten({ path: target.path, mountPoints }, locked.state.journal);
  return createFolderSession(locked, plan, target, written);
}

/** @param written the identities of the file systems to which an earlier run may have written */
function createFolderSession(
  locked: LockedState,
  plan: Plan,
  target: PlannedFolder,
  written: ReadonlySet<string>,
): TargetSession {
  const { state, lock } = locked;
  const { path: tree, bootDisk, layout } = target;
  const roots: SessionRoots = {
    tree,
    work: state.folder,
    folder: state.folder,
    target: bootDisk,
    second: '',
    image: '',
    home: '',
  };
  const inTree = (path: string): Promise<string> =>
    resolvePath(`{tree}${path}`, { roots: { ...roots, scratch: '', cache: '' } });
  const copyPath = (): Promise<string> => inTree(JOURNAL_COPY);
  const mountPoints = listMounts(layout).map(({ mountPoint }) => mountPoint);
  const points = mountPoints.map((mountPoint) => (mountPoint === '/' ? tree : tree + mountPoint));
  let journal: DeviceJournal | undefined;
  return {
    roots,
    sandbox: createSandbox(false),
    folder: { mountPoints, emptied: listEmptied(target) },
    locks: [lock.fd],
    durable: true,
    readJournal: async (resume) => {
      const records = await readJournal(state.journal);
      return records === undefined && resume ? restoreJournal(await copyPath(), state) : records;
    },
    openJournal: async (mode, before) => {
      journal = await openDeviceJournal(state.journal, mode, {
        path: copyPath,
        record: createRecordCopy(recordFolder(state.folder), async () => dirname(await copyPath())),
        writeThrough: () => syncMounts(points),
      });
      if (before.has('tree')) await journal.beginCopy();
      return journal;
    },
    beforeOperation: ({ id, guardsTarget }) => {
      // The `tree` operation deletes the folder of the copy.
      if (id === 'tree' || id === SYNC_FOLDER) journal?.endCopy();
      return guardsTarget === true ? recheckFolder(plan, target, written) : Promise.resolve(undefined);
    },
    afterOperation: async ({ id }) => {
      if (id === 'tree') await journal?.beginCopy();
      if (id === 'packages') await rm(await inTree(TARGET_CACHE), { recursive: true, force: true });
    },
    discard: () => removeRunState([locked]),
    finish: () => removeRunState([locked]),
    close: () => releaseState(locked),
  };
}

/** Restores the journal and the install record of a live system that was restarted; undefined if there is no journal. */
async function restoreJournal(
  copy: string,
  { folder, journal }: LockedState['state'],
): Promise<JournalRecord[] | undefined> {
  const exists = await access(copy).then(
    () => true,
    () => false,
  );
  if (!exists) return undefined;
  const record = recordFolder(folder);
  await mkdir(record, { recursive: true, mode: 0o700 });
  await restoreRecord(dirname(copy), record);
  // The journal is copied last, because a run that has a journal can be resumed.
  await copyFile(copy, journal);
  return readJournal(journal);
}

async function syncMounts(points: readonly string[]): Promise<void> {
  const fault = await runInNamespace({}, ['sync', '--file-system', '--', ...points]);
  if (fault === undefined) return;
  throw Object.assign(new Error(`cannot write to the disk: ${fault}`), { syscall: 'sync' });
}
