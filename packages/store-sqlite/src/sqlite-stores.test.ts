import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inspect } from 'node:util';
import {
  describeIdempotencyStore,
  describeRateStore,
  describeResponseStore,
  describeSessionStore,
} from '@writ/http/testing/stores';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sqliteStores, type SqliteStores } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'writ-sqlite-'));
const shared = sqliteStores(join(folder, 'contract.db'));
afterAll(() => {
  shared.close();
  rmSync(folder, { recursive: true });
});
afterEach(() => void vi.useRealTimers());

let files = 0;
const newFile = (): string => join(folder, `${(files += 1)}.db`);

function open(file: string, timeout?: number): SqliteStores {
  const stores = sqliteStores(file, timeout === undefined ? {} : { timeout });
  onTestFinished(() => stores.close());
  return stores;
}

describeSessionStore('SQLite', () => shared.sessions);
describeRateStore('SQLite', () => shared.rates('test'));
describeIdempotencyStore('SQLite', () => shared.idempotency);
describeResponseStore('SQLite', () => shared.responses);

const record = { created: 0, seen: 0, data: { password: 'planted-secret' } };

describe('sqliteStores', () => {
  it('creates a file that only its owner can read', async () => {
    const file = newFile();
    await open(file).sessions.set('id', record, 60);
    for (const each of [file, `${file}-wal`, `${file}-shm`]) expect(statSync(each).mode & 0o777).toBe(0o600);
  });

  it('keeps its entries when the file is opened again', async () => {
    const file = newFile();
    const stores = sqliteStores(file);
    await stores.sessions.set('id', record, 60);
    await stores.rates('login').hit('client', 60_000);
    stores.close();
    const again = open(file);
    expect(await again.sessions.get('id')).toEqual(record);
    expect((await again.rates('login').hit('client', 60_000)).count).toBe(2);
  });

  it('counts rate limits with different names separately', async () => {
    const stores = open(':memory:');
    expect((await stores.rates('a').hit('client', 60_000)).count).toBe(1);
    expect((await stores.rates('b').hit('client', 60_000)).count).toBe(1);
  });

  it('deletes expired rows of all tables from the file', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_000_000 });
    const file = newFile();
    const stores = open(file);
    const response = { status: 200, headers: [], body: new Uint8Array(), date: 0, fresh: 1, stale: 0 };
    const write = async (index: number): Promise<void> => {
      await stores.sessions.set(`${index}`, record, 60);
      await stores.responses.set(`${index}`, response, 60_000);
      await stores.idempotency.reserve(`${index}`, 60_000);
      await stores.rates('a').hit(`${index}`, 60_000);
    };
    for (let index = 0; index < 100; index += 1) await write(index);
    vi.setSystemTime(Date.now() + 60_001);
    for (let index = 100; index < 230; index += 1) await write(index);
    const database = new DatabaseSync(file);
    onTestFinished(() => database.close());
    for (const table of ['sessions', 'responses', 'idempotency', 'rates']) {
      expect(database.prepare(`select count(*) as rows from ${table}`).get(), table).toEqual({ rows: 130 });
    }
  });

  it('reserves a key again as soon as the time of its reservation or response has passed', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_000_000 });
    const { idempotency } = open(':memory:');
    expect(await idempotency.reserve('first', 60_000)).toBe('reserved');
    expect(await idempotency.reserve('key', 60_000)).toBe('reserved');
    vi.setSystemTime(Date.now() + 59_999);
    expect(await idempotency.reserve('key', 60_000)).toBe('in-use');
    vi.setSystemTime(Date.now() + 1);
    expect(await idempotency.reserve('key', 60_000)).toBe('reserved');
  });

  it('stores digests instead of addresses of clients and keys', async () => {
    const file = newFile();
    const stores = sqliteStores(file);
    await stores.rates('a').hit('192.0.2.1', 60_000);
    await stores.responses.set('/secret-path', { vary: [], id: 'a' }, 60_000);
    stores.close();
    const bytes = readFileSync(file, 'latin1');
    expect(bytes).not.toContain('192.0.2.1');
    expect(bytes).not.toContain('secret-path');
  });

  it('waits, without blocking the process, until another connection has written', async () => {
    const file = newFile();
    const stores = open(file);
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());
    other.exec('begin immediate');
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const waiting = stores.sessions.set('id', record, 60);
    expect(waiting).toBeInstanceOf(Promise);
    await vi.waitFor(() => expect(turns).toBeGreaterThan(3));
    clearInterval(timer);
    other.exec('commit');
    await waiting;
    expect(await stores.sessions.get('id')).toEqual(record);
  });

  it('reports a file that is locked for longer than the time limit, without the values', async () => {
    const file = newFile();
    const stores = open(file, 100);
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());
    other.exec('begin immediate');
    const failed: unknown = await Promise.resolve(stores.sessions.set('id-secret', record, 60)).catch(
      (error: unknown) => error,
    );
    expect((failed as Error).message).toMatch(/^the SQLite store cannot write sessions: database is locked/);
    expect(inspect(failed, { depth: 9, showHidden: true })).not.toContain('secret');
    // Reading needs no lock.
    expect(await stores.sessions.get('id')).toBe(undefined);
  });

  it('ignores entries that it did not write', async () => {
    const file = newFile();
    const stores = open(file);
    const database = new DatabaseSync(file);
    onTestFinished(() => database.close());
    const expires = Date.now() + 60_000;
    for (const text of ['', '{', 'null', '[]', '"a"'])
      database.prepare('insert or replace into sessions values (?, ?, ?)').run(`id${text}`, text, expires);
    for (const text of ['', '{', 'null', '[]', '"a"'])
      expect(await stores.sessions.get(`id${text}`)).toBe(undefined);
    await stores.responses.set('key', { vary: [], id: 'a' }, 60_000);
    for (const bytes of [[], [9, 0, 0, 0, 0], [1, 255, 255, 255, 255], [2, 0, 0, 0, 1, 123]]) {
      database.prepare('update responses set value = ?').run(Uint8Array.from(bytes));
      expect(await stores.responses.get('key'), String(bytes)).toBe(undefined);
    }
  });

  it.each([
    [
      'a folder that does not exist',
      () => join(folder, 'missing/a.db'),
      /cannot open .*missing\/a\.db: .*ENOENT/,
    ],
    ['a file of another format', () => wrongFile(), /cannot open .*: file is not a database/],
  ])('throws for %s', (_name, file, message) => {
    expect(() => sqliteStores(file())).toThrow(message);
  });

  it('throws for an invalid time limit', () => {
    expect(() => sqliteStores(':memory:', { timeout: -1 })).toThrow('timeout must be a whole number');
  });
});

function wrongFile(): string {
  const file = newFile();
  writeFileSync(file, 'x'.repeat(4096));
  return file;
}
