import type { DatabaseSync } from 'node:sqlite';
import type { InstallOutcome, Install, NewInstall, StoredEvent } from '../records/install.ts';
import type { Job } from '../records/job.ts';
import { openDatabase } from './database.ts';
import { toEndEvent, toInstall } from './rows.ts';
import { prepareRetention, type RetentionLimits } from './retention.ts';
import { toStateFolderError, hasRoom, StateFolderError } from './state-folder-error.ts';
import { prepareStatements } from './statements.ts';

/**
 * Installations and their events, on disk. Every call has happened when it returns; one that writes throws a
 * {@link StateFolderError} when the folder cannot be written.
 */
export interface Store {
  /** @param jobFor what is stored to run it with, for its number */
  add(install: NewInstall, state: 'queued' | 'needs-secret', jobFor: (id: number) => Job): Install;
  get(id: number): Install | undefined;
  /** The masked text that it was requested with. */
  configuration(id: number): string | undefined;
  /** What it is run with; undefined when that is no longer needed. */
  job(id: number): Job | undefined;
  /** The newest first. */
  list(limit: number): Install[];
  /** Those that have not ended, the oldest first. */
  open(): Install[];
  /** The last one on this target that came later and was begun, or still will be. */
  successor(install: Install): Install | undefined;
  /** Number of a later installation that has finished the same target. */
  replacement(install: Install): number | undefined;
  waits(id: number, state: 'queued' | 'needs-secret', job: Job): void;
  started(id: number, time: string): void;
  /**
   * Stores how it ended together with the event that says so. Where that cannot be written now it is held in memory, and
   * written as soon as it can be.
   */
  ended(id: number, ending: InstallOutcome): void;
  append(id: number, event: StoredEvent): void;
  /** At most `limit` events with a number above `after`. */
  events(id: number, after: number, limit: number): StoredEvent[];
  lastNumber(id: number): number;
  /** What is wrong with the folder now. */
  fault(): StateFolderError | undefined;
  close(): void;
}

export interface StoreOptions {
  readonly limits?: RetentionLimits;
  /** Milliseconds between two attempts to write what could not be written. */
  readonly retry?: number;
}

/**
 * Opens the store below `folder`.
 *
 * @throws {StoreUnusable} when the folder cannot be written, or another service uses it
 */
export function openStore(folder: string, { limits, retry = 2_000 }: StoreOptions = {}): Store {
  const database = openDatabase(folder);
  const sql = prepareStatements(database);
  const unsaved = new Map<number, InstallOutcome>();
  let failed: StateFolderError | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Remembers why something could not be written. */
  const guarded = <T>(work: () => T): T => {
    try {
      const result = work();
      failed = undefined;
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec('rollback');
      const fault = toStateFolderError(error, folder);
      if (fault === undefined) throw error;
      failed = fault;
      throw fault;
    }
  };
  const write = <T>(work: () => T): T =>
    guarded(() => {
      database.exec('begin');
      const result = work();
      database.exec('commit');
      return result;
    });
  const tidy = prepareRetention(database, limits);
  const makeRoom = (): void => guarded(tidy);
  const lastNumber = (id: number): number => Number(sql.lastNumber.get(id)?.['number'] ?? 0);
  const applied = (install: Install): Install => {
    const ending = unsaved.get(install.id);
    if (ending === undefined) return install;
    const { needs: _over, ...rest } = install;
    return { ...rest, ...ending };
  };

  const save = (id: number, ending: InstallOutcome): void => {
    write(() => {
      const { state, ended, resumable, trouble, dropped } = ending;
      const said = trouble === undefined ? null : JSON.stringify(trouble);
      const event = toEndEvent(lastNumber(id) + 1, ending);
      sql.addEvent.run(id, event.number, event.type, event.data);
      sql.end.run(state, ended, Number(resumable), said, dropped?.events ?? 0, dropped?.bytes ?? 0, id);
    });
    unsaved.delete(id);
    attempt(() => {
      // Hashes are not stored for longer than they can be resumed with, nor in what was written before.
      write(() => sql.forgetJobs.run());
      guarded(() => database.exec('pragma wal_checkpoint(truncate)'));
      makeRoom();
    });
  };

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const [id, ending] of unsaved) {
      try {
        save(id, ending);
      } catch (error) {
        if (!(error instanceof StateFolderError)) throw error;
        if (unsaved.size === 0) return;
        timer = setTimeout(flush, retry).unref();
        return;
      }
    }
  };

  attempt(makeRoom);
  attempt(() => guarded(() => giveBackRoom(database)));

  return {
    add: (install, state, jobFor) => {
      makeRoom();
      return write(() => {
        const { target, path, resume, digest, created, configuration } = install;
        const { lastInsertRowid } = sql.insert.run(
          state,
          target,
          path,
          Number(resume),
          digest,
          created,
          configuration,
        );
        const id = Number(lastInsertRowid);
        sql.setJob.run(id, JSON.stringify(jobFor(id)));
        return toInstall(sql.install.get(id)!);
      });
    },
    get: (id) => {
      const row = sql.install.get(id);
      return row === undefined ? undefined : applied(toInstall(row));
    },
    configuration: (id) => sql.install.get(id)?.['configuration']?.toString(),
    job: (id) => {
      const data = sql.job.get(id)?.['data'];
      return typeof data === 'string' ? (JSON.parse(data) as Job) : undefined;
    },
    list: (limit) => sql.newestInstalls.all(limit).map(toInstall).map(applied),
    open: () =>
      sql.unfinishedInstalls
        .all()
        .map(toInstall)
        .filter(({ id }) => !unsaved.has(id)),
    successor: ({ id, path }) => {
      const row = sql.successor.get(path, id);
      return row === undefined ? undefined : applied(toInstall(row));
    },
    replacement: ({ id, path }) => {
      const later = sql.replacement.get(path, id)?.['id'];
      return later === undefined ? undefined : Number(later);
    },
    waits: (id, state, job) => {
      write(() => {
        sql.setState.run(state, id);
        sql.setJob.run(id, JSON.stringify(job));
      });
    },
    started: (id, time) => {
      guarded(() => sql.start.run(time, id));
    },
    ended: (id, ending) => {
      unsaved.set(id, ending);
      flush();
    },
    append: (id, { number, type, data }) => {
      guarded(() => sql.addEvent.run(id, number, type, data));
    },
    events: (id, after, limit) => {
      const found = sql.eventsAfter.all(id, after, limit).map((row) => ({
        number: Number(row['number']),
        type: String(row['type']),
        data: String(row['data']),
      }));
      const ending = unsaved.get(id);
      if (ending === undefined || found.length === limit) return found;
      const event = toEndEvent(lastNumber(id) + 1, ending);
      return event.number > after ? [...found, event] : found;
    },
    lastNumber: (id) => lastNumber(id) + Number(unsaved.has(id)),
    fault: () => {
      if (unsaved.size > 0) flush();
      if (!hasRoom(folder)) return new StateFolderError('state-full');
      // The last attempt may be long ago.
      if (failed !== undefined) attempt(() => write(() => sql.probe.run()));
      return failed;
    },
    close: () => {
      clearTimeout(timer);
      flush();
      clearTimeout(timer);
      database.close();
    },
  };
}

/** A database of the first format does not give room back: that is made up for once. */
function giveBackRoom(database: DatabaseSync): void {
  const mode = Number(database.prepare('pragma auto_vacuum').get()?.['auto_vacuum']);
  if (mode !== 2) database.exec('pragma auto_vacuum = incremental; vacuum');
}

/** A fault of the folder is remembered by what failed. */
function attempt(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof StateFolderError)) throw error;
  }
}
