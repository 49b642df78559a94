import { constants } from 'node:fs';
import { copyFile, mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RecordCopy } from '../install-record/copy-record.ts';
import type { JournalRecord } from '../journal-record.ts';
import { openJournal, type Journal } from '../journal.ts';

/** A journal with a copy on the disk that is installed to: a live system forgets the first one when it ends. */
export interface DeviceJournal extends Journal {
  /** The root file system stands: from here on the copy is kept. */
  beginCopy(): Promise<void>;
  endCopy(): void;
}

export interface JournalCopy {
  /** What was told, carried along. */
  readonly record: RecordCopy;
  /** Where it lies now. */
  readonly path: () => Promise<string>;
  /** Writes everything below the new system's root through to the disk. */
  readonly writeThrough: () => Promise<void>;
}

/** What a record calls done has reached the disk: the journal may be believed after a power cut. */
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
      // How it ended: written through when the file systems go.
      if (copying) await recordCopy.update();
      await journal.close();
    },
    beginCopy: async () => {
      const copy = await place();
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

/** Never left open: the file system could not be unmounted. */
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
