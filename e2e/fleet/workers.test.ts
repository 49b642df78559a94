/** Tests servers and workers that share a PostgreSQL database, and what happens when they are killed. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kill } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PostgresEngine } from '../../packages/service/src/store/postgres/postgres-engine.ts';
import { ClaimLost } from '../../packages/service/src/store/store-error.ts';
import { Store } from '../../packages/service/src/store/store.ts';
import { addInstall } from '../../packages/service/src/testing/fakes.ts';
import { canaries, unhashableConfiguration } from '../../packages/service/src/testing/service.ts';
import { startPostgres, type DatabaseServer } from '../stores/servers.ts';
import { Fleet } from './fleet.ts';

let server: DatabaseServer;
const fleets: Fleet[] = [];

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await Promise.all(fleets.map((fleet) => fleet.end()));
  await server?.stop();
});

async function createFleet(name: string): Promise<Fleet> {
  const fleet = await Fleet.create(server, `fleet_${name}`);
  fleets.push(fleet);
  return fleet;
}

/** Runs `scenario` while other scenarios run, because most of them wait for a worker to be missed. */
function during<T>(scenario: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  beforeAll(() => {
    result = scenario();
    result.catch(() => undefined);
  });
  return () => result!;
}

const numbers = (events: readonly { readonly id: number }[]): number[] => events.map(({ id }) => id);
const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

describe('an installation', () => {
  const killed = during(async () => {
    const fleet = await createFleet('killed');
    const first = await fleet.server('a');
    const workers = await Promise.all([fleet.worker('a'), fleet.worker('a')]);
    const id = await first.begin('disk.img');
    const runner = await fleet.runner('disk.img');
    await expect.poll(async () => (await fleet.query('select 1 from writ.events')).length).toBeGreaterThan(2);
    kill(runner, 'SIGKILL');
    const next = await fleet.runner('disk.img', 2);
    fleet.finish('disk.img');
    const events = await first.events(id);
    const others = workers.map(({ pid }) => pid!).filter((pid) => pid !== runner);
    return { fleet, events, next, others, state: await first.stateOf(id) };
  });

  it('continues in another worker of its host after its worker was killed', async () => {
    const { fleet, events, next, others, state } = await killed();
    expect(state).toBe('done');
    expect(others).toEqual([next]);
    expect(fleet.runs('disk.img').map(({ event }) => event)).toEqual(['start', 'resume', 'done']);
    expect(numbers(events)).toEqual(upTo(events.length));
    expect(events.filter(({ type }) => type === 'end')).toHaveLength(1);
    expect(events.every(({ id, data }) => data['number'] === id)).toBe(true);
  });

  const stopped = during(async () => {
    const fleet = await createFleet('stopped');
    const first = await fleet.server('a');
    const workers = await Promise.all([fleet.worker('a'), fleet.worker('a')]);
    const id = await first.begin('disk.img');
    const runner = await fleet.runner('disk.img');
    const exited = once(
      workers.find(({ pid }) => pid === runner)!,
      'exit',
    );
    kill(runner, 'SIGSTOP');
    const next = await fleet.runner('disk.img', 2);
    const [, signal] = (await exited) as [number | null, NodeJS.Signals | null];
    fleet.finish('disk.img');
    const events = await first.events(id);
    return { fleet, events, runner, next, signal, state: await first.stateOf(id) };
  });

  it('continues in another worker after its worker was stopped, which is killed before', async () => {
    const { fleet, events, runner, next, signal, state } = await stopped();
    expect([state, signal]).toEqual(['done', 'SIGKILL']);
    const steps = fleet.runs('disk.img', { steps: true });
    const resumed = steps.findIndex(({ event }) => event === 'resume');
    expect(new Set(steps.slice(0, resumed).map(({ pid }) => pid))).toEqual(new Set([runner]));
    expect(new Set(steps.slice(resumed).map(({ pid }) => pid))).toEqual(new Set([next]));
    expect(numbers(events)).toEqual(upTo(events.length));
  });

  const handedOver = during(async () => {
    const fleet = await createFleet('handed_over');
    const first = await fleet.server('a');
    const workers = await Promise.all([fleet.worker('a'), fleet.worker('a')]);
    const id = await first.begin('disk.img');
    const runner = await fleet.runner('disk.img');
    const exited = once(
      workers.find(({ pid }) => pid === runner)!,
      'exit',
    );
    kill(runner, 'SIGTERM');
    await fleet.runner('disk.img', 2);
    const [status] = (await exited) as [number | null];
    const listed = (await first.send('/api/workers')).json();
    fleet.finish('disk.img');
    await first.events(id);
    return { fleet, status, listed, id, state: await first.stateOf(id) };
  });

  it('continues in another worker after its worker was asked to stop, which cleans up first', async () => {
    const { fleet, status, listed, id, state } = await handedOver();
    expect([state, status]).toEqual(['done', 0]);
    expect(fleet.runs('disk.img').map(({ event }) => event)).toEqual([
      'start',
      'interrupted',
      'resume',
      'done',
    ]);
    expect(listed).toMatchObject([{ host: 'a', slots: 1, installs: [id] }]);
  });

  const disconnected = during(async () => {
    const fleet = await createFleet('disconnected');
    const first = await fleet.server('a');
    await Promise.all([fleet.worker('a'), fleet.worker('a')]);
    const id = await first.begin('disk.img');
    await fleet.runner('disk.img');
    for (let index = 0; index < 20; index += 1) {
      await fleet.endConnections();
      await pause(100 * (index % 5));
    }
    fleet.finish('disk.img');
    const events = await first.events(id);
    return { fleet, events, state: await first.stateOf(id) };
  });

  it('runs once and loses no events, although the connections of all processes are ended again and again', async () => {
    const { fleet, events, state } = await disconnected();
    expect(state).toBe('done');
    expect(fleet.runs('disk.img').map(({ event }) => event)).toEqual(['start', 'done']);
    expect(numbers(events)).toEqual(upTo(events.length));
    const steps = fleet.runs('disk.img', { steps: true }).filter(({ event }) => event === 'step');
    expect(events.map(({ type }) => type)).toEqual([...steps.map(() => 'log'), 'end']);
  });

  const lost = during(async () => {
    const fleet = await createFleet('lost');
    const first = await fleet.server('a', { lostAfter: 6_000 });
    const other = await fleet.worker('b');
    const alone = await fleet.worker('a', { slots: 2 });
    const [id, ran] = [await first.begin('disk.img'), await first.begin('cancelled.img')];
    await Promise.all([fleet.runner('disk.img'), fleet.runner('cancelled.img')]);
    const waiting = await first.begin('waiting.img');
    alone.kill('SIGKILL');
    for (const each of [id, ran])
      await expect.poll(() => first.stateOf(each), { timeout: 240_000 }).toBe('host-lost');
    const listed = (await first.send('/api/installs?state=host-lost')).json() as { readonly id: number }[];
    const cancelled = [];
    for (const each of [ran, waiting]) {
      const { status } = await first.send({ method: 'POST', url: `/api/installs/${each}/cancel` });
      cancelled.push([status, await first.stateOf(each)]);
    }
    await fleet.worker('a', { slots: 2 });
    await fleet.runner('disk.img', 2);
    const after = await first.stateOf(id);
    fleet.finish('disk.img');
    await first.events(id);
    return {
      fleet,
      ids: [id, ran],
      listed,
      after,
      cancelled,
      other: other.pid,
      state: await first.stateOf(id),
    };
  });

  it('of a lost host is host-lost, is not run by other hosts, and continues when a worker returns', async () => {
    const { fleet, ids, listed, after, other, state } = await lost();
    expect(listed.toSorted((one, next) => one.id - next.id)).toMatchObject(
      ids.map((id) => ({ id, host: 'a', state: 'host-lost' })),
    );
    expect([after, state]).toEqual(['running', 'done']);
    expect(fleet.runs('disk.img').map(({ event }) => event)).toEqual(['start', 'resume', 'done']);
    expect(fleet.runs('disk.img').map(({ pid }) => pid)).not.toContain(other);
  });

  it('of a lost host ends at once if it is cancelled, whether it was running or waiting', async () => {
    const { fleet, cancelled } = await lost();
    expect(cancelled).toEqual([
      [202, 'cancelled'],
      [202, 'cancelled'],
    ]);
    expect(fleet.runs('cancelled.img').map(({ event }) => event)).toEqual(['start']);
    expect(fleet.runs('waiting.img')).toEqual([]);
  });
});

describe('servers and workers', () => {
  it('keep an installation in its worker if its job is delivered again, and if the database is killed', async () => {
    const own = await startPostgres();
    const fleet = await Fleet.create(own, 'fleet_killed_database');
    try {
      const first = await fleet.server('a');
      await Promise.all([fleet.worker('a'), fleet.worker('a')]);
      const id = await first.begin('disk.img');
      await fleet.runner('disk.img');
      // After an outage, the queue returns the jobs of all workers.
      await fleet.query(
        `update writ_jobs.job set state = 'retry', start_after = now() where state = 'active'`,
      );
      const deliveries = async (): Promise<unknown> =>
        (await fleet.query(`select retry_count from writ_jobs.job where state = 'active'`))[0]?.[
          'retry_count'
        ];
      await expect.poll(deliveries, { timeout: 240_000 }).toBe(1);
      await own.kill();
      // The call is repeated for ten seconds.
      const refused = await first.start('other.img');
      expect([refused.status, refused.json().code]).toEqual([503, 'database-unusable']);
      await own.start();
      await expect.poll(() => first.stateOf(id).catch(() => undefined), { timeout: 240_000 }).toBe('running');
      fleet.finish('disk.img');
      const events = await first.events(id);
      expect(await first.stateOf(id)).toBe('done');
      expect(fleet.runs('disk.img').map(({ event }) => event)).toEqual(['start', 'done']);
      expect(numbers(events)).toEqual(upTo(events.length));
    } finally {
      await fleet.end();
      await own.stop();
    }
  });

  it('run as many installations as there are slots, one for each target, and interrupt cancelled ones', async () => {
    const fleet = await createFleet('slots');
    const [first, second] = [await fleet.server('a'), await fleet.server('a')];
    const answers = await Promise.all([first.start('one.img'), second.start('one.img')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    const id = answers.find(({ status }) => status === 202)!.json().id as number;
    const other = await second.begin('two.img');
    await fleet.worker('a', { slots: 2, labels: { rack: '3' } });
    await Promise.all([fleet.runner('one.img'), fleet.runner('two.img')]);
    expect((await second.send('/api/workers')).json()).toMatchObject([
      { host: 'a', slots: 2, labels: { rack: '3' }, installs: [id, other] },
    ]);
    expect((await second.start('one.img')).status).toBe(409);
    expect((await second.send({ method: 'POST', url: `/api/installs/${id}/cancel` })).status).toBe(202);
    const events = await first.events(id);
    expect(events.at(-1)).toMatchObject({ type: 'end', data: { state: 'cancelled', resumable: true } });
    fleet.finish('two.img');
    await first.events(other);
    expect((await second.send({ method: 'POST', url: `/api/installs/${other}/cancel` })).status).toBe(409);

    const resumed = await second.send({ method: 'POST', url: `/api/installs/${id}/resume` });
    expect([resumed.status, resumed.json().host]).toEqual([202, 'a']);
    fleet.finish('one.img');
    await first.events(resumed.json().id as number);
    expect(fleet.runs('one.img').map(({ event }) => event)).toEqual([
      'start',
      'interrupted',
      'resume',
      'done',
    ]);
  });

  it('continue a stream of events at another server, and answer a repeated request with the same installation', async () => {
    const fleet = await createFleet('streams');
    const [first, second] = [await fleet.server('a'), await fleet.server('a')];
    const answers = await Promise.all([
      first.start('disk.img', {}, 'key'),
      second.start('disk.img', {}, 'key'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    const ids = answers.map((answer) => answer.json().id as number);
    expect(ids[0]).toBe(ids[1]);
    const events = second.events(ids[0]!, 2);
    await fleet.worker('a');
    await fleet.runner('disk.img');
    await first.service.release();
    fleet.finish('disk.img');
    const all = await second.events(ids[0]!);
    expect(numbers(all)).toEqual(upTo(all.length));
    expect(await events).toEqual(all.slice(2));
  });

  it('seal secrets that cannot be hashed, and refuse them without a key', async () => {
    const fleet = await createFleet('sealed');
    const sealKeyFile = join(fleet.folder, 'seal.key');
    writeFileSync(sealKeyFile, 'ab'.repeat(32), { mode: 0o600 });
    const [without, sealing] = [await fleet.server('a'), await fleet.server('a', { sealKeyFile })];
    const configuration = unhashableConfiguration;
    const refused = await without.start('disk.img', { configuration });
    expect([refused.status, refused.json().code]).toEqual([422, 'secrets-refused']);
    const accepted = await sealing.start('disk.img', { configuration });
    expect(accepted.status).toBe(202);
    const dump = JSON.stringify(await fleet.query('select data from writ.jobs'));
    for (const canary of canaries) expect(dump).not.toContain(canary);
    await fleet.worker('a', { sealKeyFile });
    await fleet.runner('disk.img');
    fleet.finish('disk.img');
    await without.events(accepted.json().id as number);
    expect(await without.stateOf(accepted.json().id as number)).toBe('done');
  });

  it('do not share a database with a service that runs installations itself', async () => {
    const fleet = await createFleet('modes');
    const options = { reportError: () => {} };
    const alone = await PostgresEngine.open(fleet.url, options);
    await expect(fleet.server('a')).rejects.toThrow(
      'An install service that runs installations itself is using',
    );
    await alone.close();
    const first = await fleet.server('a');
    await expect(PostgresEngine.open(fleet.url, options)).rejects.toThrow('Another install service is using');
    const id = await first.begin('disk.img');
    await first.service.release();
    await expect(PostgresEngine.open(fleet.url, options)).rejects.toThrow(
      'run writ serve with --workers until',
    );
    const second = await fleet.server('a');
    expect((await second.send({ method: 'POST', url: `/api/installs/${id}/cancel` })).status).toBe(202);
    await second.service.release();
    const again = await Store.open(await PostgresEngine.open(fleet.url, options));
    await addInstall(again);
    await again.close();
    await expect(fleet.server('a')).rejects.toThrow(
      'contains unfinished installations of a service without workers; run writ serve without --workers until',
    );
  });

  it('notify each other of changes, also after their connections were lost, and send each webhook once', async () => {
    const fleet = await createFleet('notifications');
    const options = { shared: true, reportError: () => {} };
    const engines = [
      await PostgresEngine.open(fleet.url, options),
      await PostgresEngine.open(fleet.url, options),
    ];
    const [first, second] = await Promise.all(engines.map((each) => Store.open(each, { endpoints: ['a'] })));
    const changes: (number | undefined)[] = [];
    await engines[1]!.listen((id) => changes.push(id));
    await expect.poll(() => changes).toEqual([undefined]);
    const { id } = await addInstall(first!);
    await expect.poll(() => changes).toContain(id);
    const delivery = (await second!.outbox.next('a'))!;
    const until = delivery.due + 60_000;
    const reserved = await Promise.all([first, second].map((each) => each!.outbox.reserve(delivery, until)));
    expect(reserved.toSorted()).toEqual([false, true]);
    changes.length = 0;
    await fleet.endConnections();
    await expect.poll(() => changes).toContain(undefined);
    await first!.append(id, [{ number: 1, type: 'log', data: '{}' }]);
    await expect.poll(() => changes).toContain(id);
    await Promise.all([first!.close(), second!.close()]);
  });

  it('reject the records of a worker whose installation another one has claimed', async () => {
    const fleet = await createFleet('claims');
    const api = await fleet.server('a');
    const id = await api.begin('disk.img');
    const claims = [new Map<number, string>(), new Map<number, string>()];
    const [first, second] = await Promise.all(
      claims.map(async (own) => {
        const engine = await PostgresEngine.open(fleet.url, { shared: true, reportError: () => {} });
        return Store.open(engine, { claims: own, host: 'a' });
      }),
    );
    const time = '2026-11-20T10:00:00.000Z';
    const claim = async (index: number, from: string | null): Promise<boolean> => {
      const token = `token ${index}`;
      claims[index]!.set(id, token);
      const { assignments } = [first!, second!][index]!;
      return (await assignments.claim(id, { worker: `worker ${index}`, token, from, time })) !== undefined;
    };
    expect(await claim(0, null)).toBe(true);
    await first!.append(id, [{ number: 1, type: 'log', data: '{}' }]);
    // Only one of the workers that see no claim, or the same one, can claim the installation.
    expect(await claim(1, null)).toBe(false);
    expect(await claim(1, 'token 0')).toBe(true);
    await expect(first!.append(id, [{ number: 2, type: 'log', data: '{}' }])).rejects.toThrow(ClaimLost);
    await expect(first!.setDocument(id, 'lock', '{}')).rejects.toThrow(ClaimLost);
    await first!.setEnded(id, { state: 'failed', ended: time, resumable: true });
    expect(await api.stateOf(id)).toBe('running');
    await second!.append(id, [{ number: 2, type: 'log', data: '{}' }]);
    await second!.setEnded(id, { state: 'done', ended: time, resumable: false });
    expect((await api.events(id)).map(({ type }) => type)).toEqual(['log', 'log', 'end']);
    expect(await api.stateOf(id)).toBe('done');
    expect(await claim(0, 'token 1')).toBe(false);
    await Promise.all([first!.close(), second!.close()]);
  });
});
