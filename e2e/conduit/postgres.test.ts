/** Tests the example `conduit` with a PostgreSQL server. */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeApi } from '../../examples/conduit/test/api-cases.ts';
import { createSend, type Send } from '../../examples/conduit/test/send.ts';
import { startConduit, type StartedConduit } from '../../examples/conduit/test/start-conduit.ts';
import { startPostgres, type DatabaseServer } from '../stores/servers.ts';

let server: DatabaseServer | undefined;

async function query(host: string, sql: string, database = 'postgres'): Promise<unknown[]> {
  const client = new Client({ host, database, user: 'postgres', connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

describe.each(['annotations', 'controllers'] as const)('Conduit with %s on PostgreSQL', (frontEnd) => {
  let conduit: StartedConduit | undefined;
  let send: Send;
  beforeAll(async () => {
    const { folder } = server!;
    await query(folder, `create database ${frontEnd}`);
    conduit = await startConduit(frontEnd, `postgres://postgres@/${frontEnd}?host=${folder}`);
    send = createSend(conduit.port);
  });
  afterAll(() => conduit?.stop());

  describeApi((...request) => send(...request));

  it('a null character, which PostgreSQL cannot store, is refused', async () => {
    const user = { username: 'nul\u0000l', email: 'null@example.com', password: 'teapot-7' };
    expect((await send('POST', '/users', { json: { user } })).status).toBe(422);
  });

  it('the tables are in the database of the server', async () => {
    const rows = await query(server!.folder, 'select count(*)::int > 5 as many from users', frontEnd);
    expect(rows).toEqual([{ many: true }]);
  });
});
