import type { SQLOutputValue } from 'node:sqlite';
import type { Ending, Install, InstallState, NewInstall, StoredEvent, Trouble } from '../installs/install.ts';
import { openDatabase } from './database.ts';

/** Installations and their events, on disk. Every call has happened when it returns. */
export interface Store {
  add(install: NewInstall): Install;
  get(id: number): Install | undefined;
  /** The masked text it was asked for with. */
  configuration(id: number): string | undefined;
  /** The newest first. */
  list(limit: number): Install[];
  /** Those that have not ended, the oldest first. */
  open(): Install[];
  started(id: number, time: string): void;
  /** Keeps how it ended together with the event that says so. */
  ended(id: number, ending: Ending): void;
  append(id: number, event: StoredEvent): void;
  /** At most `limit` events behind number `after`. */
  events(id: number, after: number, limit: number): StoredEvent[];
  lastNumber(id: number): number;
  close(): void;
}

type Row = Record<string, SQLOutputValue>;

/**
 * Opens the store below `folder`.
 *
 * @param keep how many ended installations are kept; older ones go with their events
 * @throws {StoreUnusable} when the folder cannot be written, or another service uses it
 */
export function openStore(folder: string, keep = 200): Store {
  const database = openDatabase(folder);
  const insert = database.prepare(
    `insert into installs (state, target, path, resume, digest, created, configuration)
     values ('queued', ?, ?, ?, ?, ?, ?)`,
  );
  const forget = database.prepare(
    `delete from installs where ended is not null and id not in
     (select id from installs where ended is not null order by id desc limit ?)`,
  );
  const one = database.prepare('select * from installs where id = ?');
  const newest = database.prepare('select * from installs order by id desc limit ?');
  const unfinished = database.prepare(`select * from installs where ended is null order by id`);
  const start = database.prepare(`update installs set state = 'running', started = ? where id = ?`);
  const end = database.prepare(
    'update installs set state = ?, ended = ?, resumable = ?, trouble = ? where id = ?',
  );
  const addEvent = database.prepare('insert into events (install, number, type, data) values (?, ?, ?, ?)');
  const behind = database.prepare(
    'select number, type, data from events where install = ? and number > ? order by number limit ?',
  );
  const last = database.prepare('select max(number) as number from events where install = ?');
  const lastNumber = (id: number): number => Number(last.get(id)?.['number'] ?? 0);

  const inTransaction = <T>(work: () => T): T => {
    database.exec('begin');
    try {
      const result = work();
      database.exec('commit');
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec('rollback');
      throw error;
    }
  };

  return {
    add: (install) =>
      inTransaction(() => {
        const { target, path, resume, digest, created, configuration } = install;
        const { lastInsertRowid } = insert.run(target, path, Number(resume), digest, created, configuration);
        forget.run(keep);
        return toInstall(one.get(lastInsertRowid)!);
      }),
    get: (id) => {
      const row = one.get(id);
      return row === undefined ? undefined : toInstall(row);
    },
    configuration: (id) => one.get(id)?.['configuration']?.toString(),
    list: (limit) => newest.all(limit).map(toInstall),
    open: () => unfinished.all().map(toInstall),
    started: (id, time) => {
      start.run(time, id);
    },
    ended: (id, ending) =>
      inTransaction(() => {
        const { state, ended, resumable, trouble } = ending;
        const kept = trouble === undefined ? null : JSON.stringify(trouble);
        end.run(state, ended, Number(resumable), kept, id);
        const number = lastNumber(id) + 1;
        const data = { type: 'end', number, time: ended, state, resumable, ...(trouble && { trouble }) };
        addEvent.run(id, number, 'end', JSON.stringify(data));
      }),
    append: (id, event) => {
      addEvent.run(id, event.number, event.type, event.data);
    },
    events: (id, after, limit) =>
      behind.all(id, after, limit).map((row) => ({
        number: Number(row['number']),
        type: String(row['type']),
        data: String(row['data']),
      })),
    lastNumber,
    close: () => database.close(),
  };
}

function toInstall(row: Row): Install {
  const { id, state, target, path, resume, digest, created, started, ended, resumable, trouble } = row;
  return {
    id: Number(id),
    state: String(state) as InstallState,
    target: String(target),
    path: String(path),
    resume: resume === 1,
    digest: String(digest),
    created: String(created),
    ...(started === null ? {} : { started: String(started) }),
    ...(ended === null ? {} : { ended: String(ended) }),
    resumable: resumable === 1,
    ...(trouble === null ? {} : { trouble: JSON.parse(String(trouble)) as Trouble }),
  };
}
