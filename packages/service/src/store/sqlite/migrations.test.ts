import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openStore, sqliteDatabase } from '../../testing/databases.ts';
import { addInstall, temporaryFolder } from '../../testing/fakes.ts';
import { migrate } from './migrations.ts';

/** A database in the format that preceded durable jobs, with every kind of record. */
const version1 = `
  pragma journal_mode = wal;
  create table installs (
    id integer primary key autoincrement,
    state text not null,
    target text not null,
    path text not null,
    resume integer not null,
    digest text not null,
    created text not null,
    started text,
    ended text,
    resumable integer not null default 0,
    trouble text,
    configuration text not null
  ) strict;
  create table events (
    install integer not null references installs (id) on delete cascade,
    number integer not null,
    type text not null,
    data text not null,
    primary key (install, number)
  ) strict, without rowid;
  pragma user_version = 1;
  insert into installs values
    (1, 'done', 'one.img', '/images/one.img', 0, 'd1', 't0', 't1', 't2', 0, null, '{"a": 1}'),
    (2, 'interrupted', 'two.img', '/images/two.img', 0, 'd2', 't0', null, 't2', 0,
      '{"message":"Cancelled before it began","next":"Start it again with the same configuration"}', '{}'),
    (3, 'interrupted', 'three.img', '/images/three.img', 0, 'd3', 't0', 't1', 't2', 1,
      '{"message":"Interrupted","next":"Start it again with the same configuration"}', '{}'),
    (4, 'running', 'four.img', '/images/four.img', 0, 'd4', 't0', 't1', null, 0, null, '{}'),
    (5, 'queued', 'five.img', '/images/five.img', 1, 'd5', 't0', null, null, 0, null, '{}');
  insert into events values
    (1, 1, 'log', '{"text":"ü"}'), (1, 2, 'end', '{"state":"done"}'), (4, 7, 'log', '{}');
`;

function written(more = ''): string {
  const folder = temporaryFolder();
  const database = new DatabaseSync(join(folder, 'service.db'));
  database.exec(version1 + more);
  database.close();
  return folder;
}

describe('a database of format 2', () => {
  it('is migrated with the member failure in installations and events', async () => {
    const folder = written();
    const database = new DatabaseSync(join(folder, 'service.db'));
    migrate(database, 2);
    const failure = { message: 'No room: "ü"', next: 'Make room', tail: ['a', 'b'] };
    const end = { type: 'end', number: 3, time: 't2', state: 'failed', resumable: true, trouble: failure };
    database.prepare('update installs set trouble = ? where id = 3').run(JSON.stringify(failure));
    const addEvent = database.prepare('insert into events values (3, ?, ?, ?)');
    addEvent.run(2, 'log', '{"trouble":"stays"}');
    addEvent.run(3, 'end', JSON.stringify(end));
    database.close();

    const store = await openStore(sqliteDatabase(folder));
    expect((await store.get(3))?.failure).toEqual(failure);
    expect(await store.get(1)).not.toHaveProperty('failure');
    const { trouble: _, ...rest } = end;
    expect((await store.events(3, 0, 9)).map(({ data }) => JSON.parse(data) as unknown)).toEqual([
      { trouble: 'stays' },
      { ...rest, failure },
    ]);
    expect((await store.events(1, 0, 9)).map(({ data }) => data)).toEqual([
      '{"text":"ü"}',
      '{"state":"done"}',
    ]);
    await store.close();
  });
});

describe('a database of format 1', async () => {
  it('is migrated with numbered lines of logs', async () => {
    const more = `insert into events values (4, 8, 'progress', '{}'), (4, 9, 'finish', '{}'), (4, 12, 'log', '{}');`;
    const store = await openStore(sqliteDatabase(written(more)));
    expect((await store.log.window(1, 1, 9)).map(({ line, data }) => [line, data])).toEqual([
      [1, '{"text":"ü"}'],
      [2, '{"state":"done"}'],
    ]);
    expect((await store.log.window(4, 1, 9)).map(({ line }) => line)).toEqual([1, 2]);
    await store.append(4, [{ number: 13, type: 'log', data: '{}' }]);
    expect([await store.log.lastLine(4), (await store.log.steps(4)).map(({ number }) => number)]).toEqual([
      3,
      [9],
    ]);
    await store.close();
  });

  it('retains its installations and events', async () => {
    const store = await openStore(sqliteDatabase(written()));
    expect(await store.get(1)).toEqual({
      id: 1,
      state: 'done',
      target: 'one.img',
      path: '/images/one.img',
      resume: false,
      digest: 'd1',
      created: 't0',
      started: 't1',
      ended: 't2',
      resumable: false,
    });
    expect(await store.configuration(1)).toBe('{"a": 1}');
    expect((await store.events(1, 0, 9)).map(({ data }) => data)).toEqual([
      '{"text":"ü"}',
      '{"state":"done"}',
    ]);
    expect((await store.unfinished()).map(({ id, state }) => [id, state])).toEqual([
      [4, 'running'],
      [5, 'queued'],
    ]);
    expect((await addInstall(store)).id).toBe(6);
    await store.close();
  });

  it('is migrated with the state cancelled for installations that a user cancelled', async () => {
    const store = await openStore(sqliteDatabase(written()));
    expect([(await store.get(2))?.state, (await store.get(3))?.state]).toEqual(['cancelled', 'interrupted']);
    await store.close();
  });

  it('has no resumable installations', async () => {
    const store = await openStore(sqliteDatabase(written()));
    expect([(await store.get(3))?.resumable, await store.job(3)]).toEqual([false, undefined]);
    await store.close();
  });

  it('is migrated only once, and releases the space of deleted rows', async () => {
    const rows = Array.from(
      { length: 200 },
      (_, index) => `(1, ${index + 3}, 'log', '${'x'.repeat(20_000)}')`,
    );
    const folder = written(`insert into events values ${rows.join()};`);
    const file = join(folder, 'service.db');
    const limits = { installs: 200, bytes: 2_000_000, run: 1_000_000 };
    expect(statSync(file).size).toBeGreaterThan(4_000_000);
    await (await openStore(sqliteDatabase(folder), { limits })).close();
    expect(statSync(file).size).toBeLessThan(500_000);
    const store = await openStore(sqliteDatabase(folder));
    expect((await store.get(1))?.dropped).toEqual({ events: 201, bytes: 200 * 20_000 + 13 });
    expect((await store.events(1, 0, 9)).map(({ type }) => type)).toEqual(['end']);
    await store.close();
  });
});
