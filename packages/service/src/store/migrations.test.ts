import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { addInstall, temporaryFolder } from '../testing/fakes.ts';
import { migrate } from './migrations.ts';
import { Store } from './store.ts';

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
  it('is migrated with the member failure in installations and events', () => {
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

    const store = new Store(folder);
    expect(store.get(3)?.failure).toEqual(failure);
    expect(store.get(1)).not.toHaveProperty('failure');
    const { trouble: _, ...rest } = end;
    expect(store.events(3, 0, 9).map(({ data }) => JSON.parse(data) as unknown)).toEqual([
      { trouble: 'stays' },
      { ...rest, failure },
    ]);
    expect(store.events(1, 0, 9).map(({ data }) => data)).toEqual(['{"text":"ü"}', '{"state":"done"}']);
    store.close();
  });
});

describe('a database of format 1', () => {
  it('is migrated with numbered lines of logs', () => {
    const more = `insert into events values (4, 8, 'progress', '{}'), (4, 9, 'finish', '{}'), (4, 12, 'log', '{}');`;
    const store = new Store(written(more));
    expect(store.log.window(1, 1, 9).map(({ line, data }) => [line, data])).toEqual([
      [1, '{"text":"ü"}'],
      [2, '{"state":"done"}'],
    ]);
    expect(store.log.window(4, 1, 9).map(({ line }) => line)).toEqual([1, 2]);
    store.append(4, { number: 13, type: 'log', data: '{}' });
    expect([store.log.lastLine(4), store.log.steps(4).map(({ number }) => number)]).toEqual([3, [9]]);
    store.close();
  });

  it('retains its installations and events', () => {
    const store = new Store(written());
    expect(store.get(1)).toEqual({
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
    expect(store.configuration(1)).toBe('{"a": 1}');
    expect(store.events(1, 0, 9).map(({ data }) => data)).toEqual(['{"text":"ü"}', '{"state":"done"}']);
    expect(store.unfinished().map(({ id, state }) => [id, state])).toEqual([
      [4, 'running'],
      [5, 'queued'],
    ]);
    expect(addInstall(store).id).toBe(6);
    store.close();
  });

  it('is migrated with the state cancelled for installations that a user cancelled', () => {
    const store = new Store(written());
    expect([2, 3].map((id) => store.get(id)?.state)).toEqual(['cancelled', 'interrupted']);
    store.close();
  });

  it('has no resumable installations', () => {
    const store = new Store(written());
    expect([store.get(3)?.resumable, store.job(3)]).toEqual([false, undefined]);
    store.close();
  });

  it('is migrated only once, and releases the space of deleted rows', () => {
    const rows = Array.from(
      { length: 200 },
      (_, index) => `(1, ${index + 3}, 'log', '${'x'.repeat(20_000)}')`,
    );
    const folder = written(`insert into events values ${rows.join()};`);
    const file = join(folder, 'service.db');
    const limits = { installs: 200, bytes: 2_000_000, run: 1_000_000 };
    expect(statSync(file).size).toBeGreaterThan(4_000_000);
    new Store(folder, { limits }).close();
    expect(statSync(file).size).toBeLessThan(500_000);
    const store = new Store(folder);
    expect(store.get(1)?.dropped).toEqual({ events: 201, bytes: 200 * 20_000 + 13 });
    expect(store.events(1, 0, 9).map(({ type }) => type)).toEqual(['end']);
    store.close();
  });
});
