/** Tests the operation of servers and workers: limits, metrics, drains, upgrades, and restoring a dump. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kill } from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreDatabase } from '@writ/service';
import { PostgresEngine } from '../../packages/service/src/store/postgres/postgres-engine.ts';
import { CURRENT_FORMATS, type Formats } from '../../packages/service/src/store/postgres/upgrade-tables.ts';
import { loginLimits } from '../../packages/service/src/people/logins.ts';
import { addUser, cheapCost, userPassword } from '../../packages/service/src/testing/people.ts';
import { startPostgres, type DatabaseServer } from '../stores/servers.ts';
import { Fleet } from './fleet.ts';

const page = readFileSync(new URL('../../docs/guide/fleet/operation.md', import.meta.url), 'utf8');
const metricsToken = 'another-token-only-for-metrics';
const fleets: Fleet[] = [];
const servers: DatabaseServer[] = [];
let server: DatabaseServer;

async function startServer(): Promise<DatabaseServer> {
  const started = await startPostgres();
  servers.push(started);
  return started;
}

beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await Promise.all(fleets.map((fleet) => fleet.end()));
  await Promise.all(servers.map((each) => each.stop()));
});

async function createFleet(name: string, on: DatabaseServer = server): Promise<Fleet> {
  const fleet = await Fleet.create(on, `operation_${name}`);
  fleets.push(fleet);
  return fleet;
}

/** A version of Writ with one more format. */
function nextFormats(statements: string, isContraction?: true): Formats {
  const newest = CURRENT_FORMATS.newest + 1;
  const migration = { format: newest, statements, ...(isContraction && { isContraction }) };
  return { newest, migrations: [...CURRENT_FORMATS.migrations, migration] };
}

function openWith(url: string, formats?: Formats): Promise<PostgresEngine> {
  return PostgresEngine.open(url, { shared: true, reportError: () => {}, ...(formats && { formats }) });
}

it('servers count the requests of a token and registrations together, and in memory while the database cannot be used', async () => {
  const fleet = await createFleet('rates');
  const rates = { token: 3, address: 0 };
  const [first, second] = [await fleet.server('a', { rates }), await fleet.server('a', { rates })];
  const statuses = [];
  for (const { send } of [first, second, first, second]) statuses.push((await send('/api/service')).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(JSON.stringify(await fleet.query('select * from writ.request_rates'))).not.toContain('test-token');
  for (const { send } of [first, second]) {
    const request = { method: 'POST', url: '/agent/registrations', json: {}, headers: { authorization: '' } };
    expect((await send(request)).status).toBe(400);
  }
  const counts = await fleet.query('select count from writ.request_rates order by count');
  expect(counts).toEqual([{ count: 2 }, { count: statuses.length }]);

  await fleet.query('alter table writ.request_rates rename to away');
  expect((await second.send('/api/service')).status).toBe(200);
  expect((await second.send('/health')).status).toBe(200);
});

it('servers count the attempts to log in to an account, and those of an address, together', async () => {
  const fleet = await createFleet('logins');
  const options = { passwordCost: cheapCost };
  const pair = [await fleet.server('a', options), await fleet.server('a', options)];
  await addUser(pair[0]!.service, 'ada', 'administer');
  let attempts = 0;
  /** Logs in at the servers in turn, and returns the status. */
  const logIn = async (user: string, password: string): Promise<number> => {
    const { send } = pair[attempts % pair.length]!;
    attempts += 1;
    const headers = { authorization: '' };
    const request = { method: 'POST', url: '/session/login', headers, json: { user, password } };
    return (await send(request)).status;
  };
  const [limit] = loginLimits.accountAtAddress;
  while (attempts < limit.attempts) expect(await logIn('ada', 'wrong')).toBe(403);
  for (const _ of pair) expect(await logIn('ada', userPassword)).toBe(429);
  while (attempts < loginLimits.address.attempts) expect(await logIn(`user${attempts}`, 'wrong')).toBe(403);
  for (const _ of pair) expect(await logIn('other', 'wrong')).toBe(429);
  expect(JSON.stringify(await fleet.query('select * from writ.request_rates'))).not.toContain('ada');
});

it('the metrics of a server contain workers, their slots, the connections to the database and the lag of events', async () => {
  const fleet = await createFleet('metrics');
  const { send, begin, events } = await fleet.server('a', { metricsToken });
  await fleet.worker('a', { slots: 2 });
  const id = await begin('disk.img');
  await fleet.runner('disk.img');
  const streamed = events(id);
  const scrape = async (): Promise<string> =>
    (await send({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } })).text();
  await expect.poll(scrape).toMatch(/^writ_event_lag_seconds_count [1-9]/m);
  const text = await scrape();
  expect(text).toMatch(/^writ_workers 1$/m);
  expect(text).toMatch(/^writ_worker_slots 2$/m);
  expect(text).toMatch(/^writ_installations\{state="running"\} 1$/m);
  expect(text).toMatch(/^writ_database_connections\{state="idle"\} \d+$/m);
  expect(text).toMatch(/^writ_database_connections_max 10$/m);
  expect(text).toMatch(/^writ_database_waiting 0$/m);
  fleet.finish('disk.img');
  await streamed;
});

describe('a worker that is stopped by a signal', () => {
  it('ends its installation and starts no other while it drains', async () => {
    const fleet = await createFleet('drain');
    const { begin, stateOf } = await fleet.server('a');
    const worker = await fleet.worker('a', { drain: 240_000 });
    const id = await begin('disk.img');
    await fleet.runner('disk.img');
    const exited = once(worker, 'exit');
    worker.kill('SIGTERM');
    await expect.poll(() => fleet.log.join('')).toContain('draining');
    const waiting = await begin('other.img');
    const next = await fleet.worker('a');
    // The next worker takes the installation that waits, but not the one that runs.
    expect(await fleet.runner('other.img')).toBe(next.pid);
    fleet.finish('disk.img');
    expect((await exited)[0]).toBe(0);
    await expect.poll(() => stateOf(id)).toBe('done');
    expect(fleet.runs('disk.img').map(({ event }) => event)).toEqual(['start', 'done']);
    fleet.finish('other.img');
    await expect.poll(() => stateOf(waiting), { timeout: 60_000 }).toBe('done');
  });

  it('hands over its installation at the limit of its drain', async () => {
    const fleet = await createFleet('drain_limit');
    const { begin, stateOf } = await fleet.server('a');
    const worker = await fleet.worker('a', { drain: 1_000 });
    const id = await begin('disk.img');
    await fleet.runner('disk.img');
    const next = await fleet.worker('a');
    const exited = once(worker, 'exit');
    worker.kill('SIGTERM');
    expect((await exited)[0]).toBe(0);
    expect(await fleet.runner('disk.img', 2)).toBe(next.pid);
    fleet.finish('disk.img');
    await expect.poll(() => stateOf(id), { timeout: 60_000 }).toBe('done');
    expect(fleet.runs('disk.img').map(({ event }) => event)).toEqual([
      'start',
      'interrupted',
      'resume',
      'done',
    ]);
  });
});

describe('an upgrade of the tables', () => {
  it('by an expansion lets a worker of the earlier version complete its installation, and keeps it from starting again', async () => {
    const fleet = await createFleet('expansion');
    const { begin, events, send } = await fleet.server('a');
    await fleet.worker('a');
    const id = await begin('disk.img');
    await fleet.runner('disk.img');
    const formats = nextFormats(`
      alter table installs add column later text not null default 'x';
      create table laters (id bigint primary key);
    `);
    const next = await openWith(fleet.url, formats);
    expect(await fleet.query('select format from writ.service')).toEqual([{ format: formats.newest }]);
    // The earlier version still adds and runs installations, also over new connections.
    await fleet.endConnections();
    const second = await begin('second.img');
    fleet.finish('disk.img');
    fleet.finish('second.img');
    expect((await events(id)).at(-1)?.data['state']).toBe('done');
    expect((await events(second)).at(-1)?.data['state']).toBe('done');
    expect((await send('/api/installs')).status).toBe(200);
    await expect(openWith(fleet.url)).rejects.toThrow(
      /was upgraded by a newer version of Writ \(format \d+; this version supports \d+\); upgrade Writ on this machine/,
    );
    await next.close();
  });

  it('by a contraction is refused while processes of the earlier version run, and changes nothing', async () => {
    const fleet = await createFleet('contraction');
    const earlier = await openWith(fleet.url);
    const formats = nextFormats('drop table writ.receivers', true);
    await expect(openWith(fleet.url, formats)).rejects.toThrow(
      /in use by servers or workers of an older version.*stop/,
    );
    expect(await fleet.query('select format from writ.service')).toEqual([
      { format: CURRENT_FORMATS.newest },
    ]);
    await earlier.close();
    const next = await openWith(fleet.url, formats);
    await next.close();
  });

  it('begins with the tables of every earlier format', async () => {
    for (const { format } of CURRENT_FORMATS.migrations.slice(0, -1)) {
      const fleet = await createFleet(`format_${format}`);
      const migrations = CURRENT_FORMATS.migrations.filter((each) => each.format <= format);
      await (await openWith(fleet.url, { newest: format, migrations })).close();
      await fleet.query(`insert into writ.installs (state, target, path, resume, digest, created, ended, configuration)
        values ('done', 'a.img', '/images/a.img', 0, 'd', '2026-11-20T10:00:00.000Z', '2026-11-20T10:01:00.000Z', '{}')`);
      await fleet.query(
        `insert into writ.events (install, number, type, data) values (1, 1, 'log', '{"text":"kept"}')`,
      );
      const { send } = await fleet.server('a');
      expect((await send('/api/installs/1')).json()).toMatchObject({ state: 'done', target: 'a.img' });
      expect((await send('/api/installs/1/events')).text()).toContain('kept');
    }
  });
});

it('a dump is restored into a new cluster, where unfinished installations end before workers start', async () => {
  const fleet = await createFleet('dump');
  const { begin, events } = await fleet.server('a');
  await fleet.worker('a');
  const done = await begin('done.img');
  await fleet.runner('done.img');
  fleet.finish('done.img');
  await events(done);
  const running = await begin('running.img');
  await fleet.runner('running.img');
  const dump = join(fleet.folder, 'writ.dump');
  /** Runs the command of the guide that begins with a program. */
  const run = (program: string, url: string): void => {
    const line = page.split('\n').find((each) => each.startsWith(`${program} `))!;
    const command = line.replace('writ.dump', dump);
    execFileSync('sh', ['-euc', command], {
      stdio: 'pipe',
      timeout: 120_000,
      env: { ...process.env, WRIT_DATABASE_URL: url },
    });
  };
  run('pg_dump', fleet.url);

  const other = await createFleet('restored', await startServer());
  run('pg_restore', other.url);
  expect(await restoreDatabase(other.url)).toMatchObject({ installs: 2, ended: 1, batches: 0 });

  const restored = await other.server('a');
  await other.worker('a');
  await expect(restoreDatabase(other.url)).rejects.toThrow(/are using .*stop/);
  expect((await restored.send(`/api/installs/${running}`)).json()).toMatchObject({
    state: 'interrupted',
    resumable: false,
    failure: { message: expect.stringContaining('restored from a backup') },
  });
  expect((await restored.events(running)).at(-1)?.data).toMatchObject({ type: 'end', state: 'interrupted' });
  expect((await restored.events(done)).length).toBeGreaterThan(1);
  expect((await restored.send(`/api/installs/${done}/plan`)).json()).toHaveProperty('operations');
  expect((await restored.send(`/api/installs/${done}`)).json()).toMatchObject({ state: 'done' });
  // New numbers continue after the restored ones, and nothing that was restored runs.
  other.finish('new.img');
  expect(await restored.begin('new.img')).toBeGreaterThan(running);
  await expect.poll(() => other.runs('new.img').at(-1)?.event, { timeout: 60_000 }).toBe('done');
  expect(other.runs('running.img')).toEqual([]);
  const [worker] = await fleet.query('select process from writ.workers');
  kill((JSON.parse(String(worker!['process'])) as { pid: number }).pid, 'SIGKILL');
});
