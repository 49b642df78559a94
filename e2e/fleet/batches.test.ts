/** Tests batches on servers and workers that share a PostgreSQL database. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installable } from '../../packages/service/src/testing/service.ts';
import { startPostgres, type DatabaseServer } from '../stores/servers.ts';
import { Fleet, type TestServer } from './fleet.ts';

const LIMIT = { timeout: 60_000 };

let server: DatabaseServer;
let fleet: Fleet;

beforeAll(async () => {
  server = await startPostgres();
  fleet = await Fleet.create(server, 'batches');
});
afterAll(async () => {
  await fleet?.end();
  await server?.stop();
});

const body = {
  template: JSON.stringify({
    variables: { hostname: { type: 'hostname' }, rack: { type: 'integer' } },
    configuration: { ...(JSON.parse(installable) as object), hostname: '{{hostname}}' },
  }),
  table: 'hostname,rack\na-1,1\nb-1,2\nb-2,2\na-2,1\n',
  image: '{{hostname}}.img',
  labels: { rack: '{{rack}}' },
};

interface Row {
  readonly state: string;
  readonly host: string;
  readonly install?: number;
}

async function rowsOf({ send }: TestServer, id: number): Promise<Row[]> {
  return (await send(`/api/batches/${id}/rows`)).json() as Row[];
}

const statesOf = async (from: TestServer, id: number): Promise<string[]> =>
  (await rowsOf(from, id)).map(({ state }) => state);

it('a batch runs on the machines that labels select, and continues at another server of its machine', async () => {
  const first = await fleet.server('a');
  const second = await fleet.server('a');
  const elsewhere = await fleet.server('b');
  for (const { service } of [first, second, elsewhere]) service.begin();
  await Promise.all([
    fleet.worker('a', { labels: { rack: '1' }, slots: 2 }),
    fleet.worker('b', { labels: { rack: '2' }, slots: 2 }),
  ]);
  const post = (from: TestServer, url: string, json: object) =>
    from.send({ method: 'POST', url: `/api/batches${url}`, json });
  const wrong = (await post(first, '/plan', { ...body, labels: { rack: '9{{rack}}' } })).json();
  expect(wrong.digest).toBeUndefined();
  expect(wrong.findings[0]).toMatchObject({ code: 'W2411', file: 'table' });
  const { digest, rows } = (await post(first, '/plan', body)).json();
  expect(rows.map(({ host }: Row) => host)).toEqual(['a', 'b', 'b', 'a']);
  const settings = { concurrency: 2, canaries: 1, stopAfter: 1 };
  const started = await post(first, '', { ...body, ...settings, planSha256: digest });
  expect(started.status, started.text()).toBe(202);
  const { id } = started.json() as { id: number };
  await fleet.runner('a-1.img');
  expect(await statesOf(elsewhere, id)).toEqual(['running', 'waiting', 'waiting', 'waiting']);
  fleet.finish('a-1.img');
  await Promise.all([fleet.runner('b-1.img'), fleet.runner('b-2.img')]);
  expect((await rowsOf(second, id)).map(({ state, host }) => [state, host])).toEqual([
    ['done', 'a'],
    ['running', 'b'],
    ['running', 'b'],
    ['waiting', 'a'],
  ]);
  await first.service.stop(10_000);
  await first.service.release();
  fleet.finish('b-1.img');
  await fleet.runner('a-2.img');
  fleet.finish('b-2.img');
  fleet.finish('a-2.img');
  await expect
    .poll(async () => (await second.send(`/api/batches/${id}`)).json().state as string, LIMIT)
    .toBe('done');
  for (const name of ['a-1', 'b-1', 'b-2', 'a-2'])
    expect(fleet.runs(`${name}.img`).map(({ event }) => event)).toEqual(['start', 'done']);
  const installs = (await rowsOf(elsewhere, id)).map(({ install }) => install);
  expect(new Set(installs).size).toBe(4);
  expect((await second.send('/api/installs')).json()).toHaveLength(4);
}, 240_000);
