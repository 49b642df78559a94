import { constants } from 'node:fs';
import { copyFile, lstat, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstallEvent } from '../event.ts';
import { EVENTS, LOG } from './event-recorder.ts';
import { formatLogLine } from './log-line.ts';

const copiedFiles = [EVENTS, LOG] as const;

/**
 * A copy of the events and the log on the target disk, because a live system loses its own files
 * when it shuts down.
 */
export interface RecordCopy {
  /** Creates the copy in an existing folder and replaces an older copy. */
  create(): Promise<void>;
  /** Appends everything recorded since the last update. */
  update(): Promise<void>;
}

/**
 * Returns functions that copy the install record. If appending fails, for example because the disk is full, the copy
 * remains incomplete and the installation continues.
 *
 * @param from record folder of this run
 * @param to returns the folder of the copy
 */
export function createRecordCopy(from: string, to: () => Promise<string>): RecordCopy {
  const append = async (): Promise<void> => {
    const folder = await to();
    for (const name of copiedFiles) await appendMissing(join(from, name), join(folder, name));
  };
  return {
    create: async () => {
      const folder = await to();
      for (const name of copiedFiles) await rm(join(folder, name), { recursive: true, force: true });
      await append().catch(() => undefined);
    },
    update: () => append().catch(() => undefined),
  };
}

/**
 * Appends the part of a file that its copy lacks. The copy is opened for each write, because an open file
 * would prevent unmounting.
 */
async function appendMissing(from: string, to: string): Promise<void> {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
  await using file = await open(to, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600);
  const { size } = await file.stat();
  const recorded = await readFile(from);
  if (recorded.length > size) await file.appendFile(recorded.subarray(size));
}

/**
 * Copies the record of an earlier run to the folder of this run. If that record is lost, the first event of
 * the new record says so.
 *
 * @param from folder of the copy
 * @param to an existing folder
 */
export async function restoreRecord(from: string, to: string, now: () => number = Date.now): Promise<void> {
  const copies = copiedFiles.map((name) => [join(from, name), join(to, name)] as const);
  const exist = await Promise.all(copies.map(([path]) => isFile(path)));
  if (exist.every(Boolean)) {
    for (const [copy, target] of copies) await copyFile(copy, target);
    return;
  }
  const event: InstallEvent = {
    type: 'log',
    number: 1,
    time: new Date(now()).toISOString(),
    id: 'install',
    source: 'writ',
    text: RECORD_LOST,
  };
  await writeFile(join(to, EVENTS), `${JSON.stringify(event)}\n`, { mode: 0o600 });
  await writeFile(join(to, LOG), `${formatLogLine(event) ?? ''}\n`, { mode: 0o600 });
}

const RECORD_LOST =
  "the log of the earlier run was lost with the live system's memory; this log begins with the resumed run";

async function isFile(path: string): Promise<boolean> {
  return lstat(path).then(
    (entry) => entry.isFile(),
    () => false,
  );
}
