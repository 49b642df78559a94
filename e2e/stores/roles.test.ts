/** Tests the install service with a database role that does not own its tables. */
import { join } from 'node:path';
import { Client, type Pool } from 'pg';
import { migrateDatabase, openAdministration } from '@writ/service';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { PostgresEngine } from '../../packages/service/src/store/postgres/postgres-engine.ts';
import { randomHash } from '../../packages/service/src/people/password-hash.ts';
import { AuditLog } from '../../packages/service/src/store/audit-log.ts';
import { temporaryFolder } from '../../packages/service/src/testing/fakes.ts';
import { addUser, cheapCost, createToken } from '../../packages/service/src/testing/people.ts';
import { setUp } from '../../packages/service/src/testing/service.ts';
import { openPool, startPostgres, type DatabaseServer } from './servers.ts';

let server: DatabaseServer;
let admin: Pool;

beforeAll(async () => {
  server = await startPostgres();
  admin = openPool(server);
  await admin.query(
    'create role writ_owner login; create role "Writ service" login; create role member login',
  );
  await admin.query('grant writ_owner to member');
});
afterAll(async () => {
  await admin?.end();
  await server?.stop();
});

let count = 0;

/** Creates a database that belongs to `writ_owner`; it is deleted when the test ends. */
async function createDatabase(): Promise<{ readonly urlOf: (role: string) => string }> {
  count += 1;
  const name = `roles_${count}`;
  await admin.query(`create database ${name} owner writ_owner template template0`);
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`);
  });
  return { urlOf: (role) => `postgres://${encodeURIComponent(role)}@/${name}?host=${server.folder}` };
}

/** Creates a database with the tables, and returns the address for the service. */
async function createMigrated(): Promise<string> {
  const { urlOf } = await createDatabase();
  const databaseUrl = urlOf('Writ service');
  await migrateDatabase({ migrationUrl: urlOf('writ_owner'), databaseUrl });
  // A second migration changes nothing.
  await migrateDatabase({ migrationUrl: urlOf('writ_owner'), databaseUrl });
  return databaseUrl;
}

const reportError = (): void => {};

describe('a service whose role does not own the tables', () => {
  it('runs installations, administers users and records changes', async () => {
    const databaseUrl = await createMigrated();
    const { service, send, begin, runs } = await setUp({ databaseUrl, passwordCost: cheapCost });
    await addUser(service, 'ada', 'administer');
    const token = await createToken(service, 'ada', 'administer');
    const headers = { authorization: `Bearer ${token}` };
    expect((await send({ url: '/api/session', headers })).json()).toMatchObject({ user: 'ada' });
    const id = await begin('disk.img');
    runs[0]!.fail(new Error('ended by the test'));
    await expect.poll(async () => (await send(`/api/installs/${id}`)).json().state).toBe('failed');
    expect((await send({ method: 'DELETE', url: `/api/installs/${id}` })).status).toBe(200);
    const actions = (await send('/api/audit')).json() as readonly { readonly action: string }[];
    expect(actions.map(({ action }) => action).toReversed()).toEqual([
      'add user',
      'create token',
      'POST /api/installs',
      'DELETE /api/installs/{id}',
    ]);
    expect((await send('/api/audit/verification')).json()).toMatchObject({ entries: 4, problems: [] });
    await service.stop(1_000);
  });

  it('leaves installations to workers, whose queue it creates itself', async () => {
    const databaseUrl = await createMigrated();
    const { service, start } = await setUp({ databaseUrl, workersOf: 'host-a' });
    expect((await start('disk.img')).status).toBe(202);
    await service.stop(1_000);
  });

  it('can append to the audit log, but neither change, delete nor truncate it', async () => {
    const databaseUrl = await createMigrated();
    const engine = await PostgresEngine.open(databaseUrl, { reportError });
    const record = {
      time: '',
      actor: 'ada',
      credential: 'session',
      token: null,
      address: null,
      action: 'POST /x',
      subject: '/x',
      status: 200,
      digest: null,
    } as const;
    await new AuditLog(engine).append(record);
    await engine.close();
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    for (const statement of [
      `update writ.audit set actor = 'eve'`,
      'delete from writ.audit',
      'truncate writ.audit',
      'drop table writ.audit',
      'alter table writ.audit disable trigger all',
      'drop trigger audit_change on writ.audit',
      'create or replace function writ.refuse_audit_change() returns trigger language sql as $$ select null $$',
      'drop schema writ cascade',
    ]) {
      const failure = await client.query(statement).catch((error: unknown) => error);
      expect([statement, (failure as { readonly code?: string }).code]).toEqual([statement, '42501']);
    }
    const { rows } = await client.query('select actor from writ.audit');
    expect(rows).toEqual([{ actor: 'ada' }]);
    await client.end();
  });

  it('does not start before the tables exist or while they have an older format', async () => {
    const { urlOf } = await createDatabase();
    const databaseUrl = urlOf('Writ service');
    const open = (): Promise<PostgresEngine> => PostgresEngine.open(databaseUrl, { reportError });
    await expect(open()).rejects.toThrow(/has no tables yet, .*; run writ migrate/);
    await migrateDatabase({ migrationUrl: urlOf('writ_owner'), databaseUrl });
    const owner = new Client({ connectionString: urlOf('writ_owner') });
    await owner.connect();
    await owner.query('update writ.service set format = format - 1');
    await owner.end();
    await expect(open()).rejects.toThrow(/older version of Writ .*; run writ migrate/);
  });
});

describe('the commands that administer users', () => {
  const values = { name: 'ada', role: 'administer', password: randomHash(cheapCost) } as const;

  it.each([
    ['runs installations itself', {}],
    ['leaves installations to workers', { workersOf: 'host-a' }],
  ])('use the database while a service that %s is using it', async (_name, options) => {
    const databaseUrl = await createMigrated();
    const { service, send } = await setUp({ databaseUrl, ...options });
    const { administer, close } = await openAdministration({ state: temporaryFolder(), databaseUrl });
    await administer({ action: 'add user', by: 'root', values });
    await close();
    expect((await send('/api/users')).json()).toMatchObject([{ name: 'ada' }]);
    expect((await send('/api/audit')).json()).toMatchObject([{ action: 'add user', actor: 'root' }]);
    await service.stop(1_000);
  });

  it('create the tables of an empty database, which a service then uses', async () => {
    const { urlOf } = await createDatabase();
    const databaseUrl = urlOf('writ_owner');
    const { administer, close } = await openAdministration({ state: temporaryFolder(), databaseUrl });
    await administer({ action: 'add user', by: 'root', values });
    await close();
    const { service, send } = await setUp({ databaseUrl });
    expect((await send('/session')).json()).toEqual({ login: true });
    await service.stop(1_000);
  });
});

describe('a migration', () => {
  it.each([
    ['writ_owner', 'the role in WRIT_DATABASE_URL could change the audit log'],
    ['member', 'the role in WRIT_DATABASE_URL could change the audit log'],
    ['postgres', 'the role in WRIT_DATABASE_URL could change the audit log'],
  ])('refuses the role %s for the service', async (role, message) => {
    const { urlOf } = await createDatabase();
    const addresses = { migrationUrl: urlOf('writ_owner'), databaseUrl: urlOf(role) };
    await expect(migrateDatabase(addresses)).rejects.toThrow(message);
  });

  it('refuses another database, and an address that cannot be used, without a password in the message', async () => {
    const [one, other] = [await createDatabase(), await createDatabase()];
    const databaseUrl = one.urlOf('Writ service');
    await expect(migrateDatabase({ migrationUrl: other.urlOf('writ_owner'), databaseUrl })).rejects.toThrow(
      'name different databases',
    );
    const migrationUrl = `postgres://none:canary@/none?host=${join(temporaryFolder(), 'none')}`;
    const failure = await migrateDatabase({ migrationUrl, databaseUrl }).catch((error: unknown) => error);
    expect(String(failure)).toMatch(/^StoreUnusable: the database none .* check WRIT_MIGRATION_URL$/);
    expect(String(failure)).not.toContain('canary');
  });
});
