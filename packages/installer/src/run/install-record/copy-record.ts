import { constants } from 'node:fs';
import { copyFile, lstat, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstallEvent } from '../event.ts';
import { EVENTS, LOG } from './event-recorder.ts';
import { formatLogLine } from './log-line.ts';

const copiedFiles = [EVENTS, LOG] as const;

/** A copy of what was told so far, on the disk that is installed to: a live system forgets its own when it ends. */
export interface RecordCopy {
  /** Makes it anew, in an existing folder. */
  create(): Promise<void>;
  /** Adds what was told since. */
  update(): Promise<void>;
}

/**
 * A disk on which there is no room for it is no reason to end an installation: then the rest is missing.
 *
 * @param from folder of the run's own record
 * @param to where the copy lies now
 */
export function createRecordCopy(from: string, to: () => Promise<string>): RecordCopy {
  const go = async (): Promise<void> => {
    const folder = await to();
    for (const name of copiedFiles) await appendMissing(join(from, name), join(folder, name));
  };
  return {
    create: async () => {
      const folder = await to();
      for (const name of copiedFiles) await rm(join(folder, name), { recursive: true, force: true });
      await go().catch(() => undefined);
    },
    update: () => go().catch(() => undefined),
  };
}

/** Never left open: the file system could not be unmounted. */
async function appendMissing(from: string, to: string): Promise<void> {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
  await using file = await open(to, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600);
  const { size } = await file.stat();
  const told = await readFile(from);
  if (told.length > size) await file.appendFile(told.subarray(size));
}

/**
 * Takes what an earlier run told to where this one goes on with it. Where there is none the first event says so.
 *
 * @param from folder of the copy
 * @param to an existing folder
 */
export async function restoreRecord(from: string, to: string, now: () => number = Date.now): Promise<void> {
  const copies = copiedFiles.map((name) => [join(from, name), join(to, name)] as const);
  const there = await Promise.all(copies.map(([path]) => isFile(path)));
  if (there.every(Boolean)) {
    for (const [copy, own] of copies) await copyFile(copy, own);
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
  'the log of the earlier run is lost with the memory of the live system; this log begins with the resumed run';

async function isFile(path: string): Promise<boolean> {
  return lstat(path).then(
    (entry) => entry.isFile(),
    () => false,
  );
}
