/** Tests the upgrade from an earlier version of Writ, while its servers and workers run, and after they were killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kill } from 'node:process';
import { createInterface } from 'node:readline';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installable, token } from '../../packages/service/src/testing/service.ts';
import { startPostgres, type DatabaseServer } from '../stores/servers.ts';
import {
  EARLIER_COMMIT,
  EARLIER_IMAGES,
  extractEarlierVersion,
  hasEarlierVersion,
} from './earlier/earlier-version.ts';
import { Fleet } from './fleet.ts';

const LIMIT = { timeout: 240_000 };
const dump = new URL(
  `../../packages/service/src/store/fixtures/killed-${EARLIER_COMMIT.slice(0, 7)}.sql.gz`,
  import.meta.url,
);

let server: DatabaseServer;
const fleets: Fleet[] = [];
const children: ChildProcess[] = [];

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await Promise.all(fleets.map((fleet) => fleet.end()));
  await server?.stop();
});

async function createFleet(name: string): Promise<Fleet> {
  const fleet = await Fleet.create(server, `upgrade_${name}`);
  fleets.push(fleet);
  return fleet;
}

describe.runIf(hasEarlierVersion())('an upgrade while the earlier version runs', () => {
  let earlier: string;

  /** Starts a program of the earlier version, and returns it with its first line that matches. */
  async function start(
    fleet: Fleet,
    argv: readonly string[],
    ready: RegExp,
  ): Promise<{ readonly child: ChildProcess; readonly match: string; readonly log: () => string }> {
    const child = spawn(process.execPath, argv, {
      cwd: earlier,
      env: {
        ...process.env,
        WRIT_DATABASE_URL: fleet.url,
        WRIT_STATE: mkdtempSync(join(fleet.folder, 'state-')),
        WRIT_IMAGES: fleet.images,
        WRIT_TOKEN: token,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    let log = '';
    const found = Promise.withResolvers<string>();
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        log += `${line}\n`;
        const match = ready.exec(line)?.[0];
        if (match !== undefined) found.resolve(match);
      });
    }
    child.once('exit', () => found.reject(new Error(log)));
    found.promise.catch(() => undefined);
    return { child, match: await found.promise, log: () => log };
  }

  const serve = ['packages/cli/bin/writ.js', 'serve', '--workers', '--port', '0', '--host', 'a'];

  const startWorker = (fleet: Fleet) => {
    const settings = { folder: fleet.folder, images: fleet.images, databaseUrl: fleet.url, host: 'a' };
    return start(fleet, ['e2e/fleet/worker-process.ts', JSON.stringify(settings)], /^ready$/);
  };

  it('completes the installations of the earlier version, in its workers or in the new ones', async () => {
    const fleet = await createFleet('running');
    earlier = mkdtempSync(join(fleet.folder, 'version-'));
    extractEarlierVersion(earlier);
    const [old, ...workers] = await Promise.all([
      start(fleet, serve, /http:\/\/[\d.]+:\d+/),
      startWorker(fleet),
      startWorker(fleet),
    ]);
    const ask = async (path: string, json?: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const init = json === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(json) };
      const response = await fetch(`${old.match}${path}`, { ...init, signal: AbortSignal.timeout(60_000) });
      expect(response.ok, `${path} ${response.status}`).toBe(true);
      return (await response.json()) as Record<string, unknown>;
    };
    const begin = async (image: string): Promise<number> => {
      const request = { configuration: installable, image };
      const { digest } = await ask('/api/installs/plan', request);
      return (await ask('/api/installs', { ...request, planSha256: digest }))['id'] as number;
    };
    const ids = [await begin('kept.img'), await begin('handed-over.img')];
    const [, runner] = await Promise.all([fleet.runner('kept.img'), fleet.runner('handed-over.img')]);
    const waiting = await begin('waiting.img');

    // The first server of the new version upgrades the tables.
    const first = await fleet.server('a');
    const states = async () => Promise.all([...ids, waiting].map((id) => first.stateOf(id)));
    expect(await states()).toEqual(['running', 'running', 'queued']);
    expect((await ask(`/api/installs/${waiting}`))['state']).toBe('queued');
    const later = await first.begin('later.img');

    const keeper = workers.find(({ child }) => child.pid !== runner)!;
    const next = await fleet.worker('a', { slots: 4 });
    await fleet.runner('waiting.img');
    kill(runner, 'SIGKILL');
    expect(await fleet.runner('handed-over.img', 2)).toBe(next.pid);
    for (const name of ['kept', 'handed-over', 'waiting', 'later']) fleet.finish(`${name}.img`);
    for (const id of [...ids, waiting, later]) {
      const events = await first.events(id);
      expect(events.map((event) => event.id)).toEqual(events.map((_, index) => index + 1));
      expect([id, events.at(-1)?.data['state']]).toEqual([id, 'done']);
    }
    expect(fleet.runs('kept.img').map(({ pid }) => pid)).toEqual([keeper.child.pid, keeper.child.pid]);
    expect(fleet.runs('handed-over.img').map(({ event }) => event)).toEqual(['start', 'resume', 'done']);

    // The earlier version ends without an error, and does not start again.
    for (const { child } of [old, keeper]) {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await exited).toEqual([0, null]);
    }
    await expect(start(fleet, serve, /http:/)).rejects.toThrow(
      /was (?:written|upgraded) by a newer version of Writ/,
    );
  });
});

describe('the records of the earlier version, which was killed', () => {
  it('are upgraded with all installations, and the unfinished ones continue', async () => {
    const fleet = await createFleet('killed');
    const client = new Client({ connectionString: fleet.url });
    await client.connect();
    await client.query(gunzipSync(readFileSync(dump)).toString());
    await client.end();
    const first = await fleet.server('a', { images: EARLIER_IMAGES });
    const listed = (await first.send('/api/installs')).json() as readonly Record<string, unknown>[];
    expect(listed.map(({ target, state, resumable }) => [target, state, resumable]).toReversed()).toEqual([
      ['done.img', 'done', false],
      ['interrupted.img', 'interrupted', true],
      ['running.img', 'running', false],
      ['waiting.img', 'queued', false],
    ]);
    const { send, stateOf, events } = first;
    expect(JSON.stringify(await events(1))).toContain('a line of done.img');
    expect((await send('/api/installs/1/plan')).json()).toHaveProperty('operations');
    // The same request with the same key is answered with the earlier installation.
    const repeated = await first.start('done.img', {}, 'done.img');
    expect([repeated.json().id, repeated.headers['idempotent-replayed']]).toEqual([1, 'true']);

    await fleet.worker('a', { images: EARLIER_IMAGES, slots: 2 });
    await Promise.all([fleet.runner('running.img'), fleet.runner('waiting.img')]);
    for (const name of ['running', 'waiting', 'interrupted']) fleet.finish(`${name}.img`);
    for (const id of [3, 4]) await expect.poll(() => stateOf(id), LIMIT).toBe('done');
    expect(fleet.runs('running.img').map(({ event }) => event)).toEqual(['resume', 'done']);
    expect(fleet.runs('waiting.img').map(({ event }) => event)).toEqual(['start', 'done']);
    const numbers = (await events(3)).map(({ id }) => id);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    const resumed = await send({ method: 'POST', url: '/api/installs/2/resume' });
    expect(resumed.status, resumed.text()).toBe(202);
    await expect.poll(() => stateOf(resumed.json().id as number), LIMIT).toBe('done');
  });
});
