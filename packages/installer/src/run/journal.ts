import { open, readFile } from 'node:fs/promises';
import { parseJournalRecord, type JournalRecord } from './journal-record.ts';
import { truncateTornLine } from './torn-line.ts';

/** An append-only file. When `append` resolves, the record is on the disk. */
export interface Journal {
  append(record: JournalRecord): Promise<void>;
  close(): Promise<void>;
}

/**
 * Reads the records of a journal; returns undefined if the file does not exist. An incomplete last line, which a
 * power failure may leave, is ignored. Rejects if any other line is damaged.
 */
export async function readJournal(path: string): Promise<JournalRecord[] | undefined> {
  const text = await readIfExists(path);
  if (text === undefined) return undefined;
  const completeLines = text.slice(0, text.lastIndexOf('\n') + 1);
  return completeLines
    .split('\n')
    .slice(0, -1)
    .map((line, index) => parseJournalRecord(line, path, index + 1));
}

export async function openJournal(path: string, mode: 'new' | 'continue'): Promise<Journal> {
  if (mode === 'continue') await truncateTornLine(path);
  const file = await open(path, mode === 'new' ? 'w' : 'a', 0o600);
  return {
    append: async (record) => {
      await file.appendFile(`${JSON.stringify(record)}\n`);
      await file.datasync();
    },
    close: () => file.close(),
  };
}

/** Returns a journal that appends one record at a time, because operations may run at the same time. */
export function serializeAppends(journal: Pick<Journal, 'append'>): Pick<Journal, 'append'> {
  let last: Promise<unknown> = Promise.resolve();
  return {
    append: (record) => {
      const appended = last.then(() => journal.append(record));
      last = appended.catch(() => undefined);
      return appended;
    },
  };
}

async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
