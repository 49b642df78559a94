import { constants } from 'node:fs';
import { copyFile, mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RecordCopy } from '../install-record/copy-record.ts';
import type { JournalRecord } from '../journal-record.ts';
import { openJournal, type Journal } from '../journal.ts';

/** A journal with a copy on the target disk, because a live system loses its own files at shutdown. */
export interface DeviceJournal extends Journal {
  /** Syncs the disk and starts the copy. Called when the root file system is mounted. */
  beginCopy(): Promise<void>;
  endCopy(): void;
}

export interface JournalCopy {
  /** The copy of the events and the log. */
  readonly record: RecordCopy;
  /** Returns the path of the copy. */
  readonly path: () => Promise<string>;
  /** Syncs the new system's file systems. */
  readonly writeThrough: () => Promise<void>;
}

/**
 * Opens the journal of a disk. Its copy lists an operation as done only after the disk is synced, so that the copy is
 * valid after a power failure.
 */
export async function openDeviceJournal(
  path: string,
  mode: 'new' | 'continue',
  { path: place, record: recordCopy, writeThrough }: JournalCopy,
): Promise<DeviceJournal> {
  const journal = await openJournal(path, mode);
  let copying = false;
  return {
    append: async (record) => {
      if (copying) {
        if (endsOperation(record)) {
          await recordCopy.update();
          await writeThrough();
        }
        await appendTo(await place(), record);
      }
      await journal.append(record);
    },
    close: async () => {
      // This is the last update in the run; unmounting the file systems syncs it.
      if (copying) await recordCopy.update();
      await journal.close();
    },
    beginCopy: async () => {
      const copy = await place();
      // The copy will list operations that have already ended, so their effects must be on the disk first.
      await writeThrough();
      await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
      await rm(copy, { force: true });
      await copyFile(path, copy, constants.COPYFILE_EXCL);
      await recordCopy.create();
      copying = true;
    },
    endCopy: () => {
      copying = false;
    },
  };
}

function endsOperation({ kind }: JournalRecord): boolean {
  return kind === 'done' || kind === 'skipped';
}

/** Appends a record to a file that is opened for each record, because an open file would prevent unmounting. */
async function appendTo(path: string, record: JournalRecord): Promise<void> {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
  const file = await open(path, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600);
  try {
    await file.appendFile(`${JSON.stringify(record)}\n`);
    await file.datasync();
  } finally {
    await file.close();
  }
}
