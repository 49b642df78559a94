import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { route, Router, Toolkit } from '../index.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports } from '../testing/transports.ts';
import { serveHealth, type HealthOptions } from './index.ts';

function setUp(options?: HealthOptions) {
  const logger = recordingLogger();
  const router = new Router(new Toolkit({ logger })).add(
    route({ method: 'GET', path: '/', handler: () => 'hello' }),
  );
  return { logger, router, health: serveHealth(router, options) };
}

describeTransports('serveHealth', (serve) => {
  it('responds with 200 without checks', async () => {
    const client = await serve(setUp().router);
    const live = await client('/livez');
    expect([live.status, live.json(), live.headers['cache-control']]).toEqual([
      200,
      { status: 'ok' },
      'no-store',
    ]);
    const ready = await client('/readyz');
    expect([ready.status, ready.json()]).toEqual([200, { status: 'ready', checks: {} }]);
    expect(ready.headers['cache-control']).toBe('no-store');
  });

  it('responds with 503 while a check fails, and logs the changes without sending the error', async () => {
    let broken = true;
    const { router, logger } = setUp({
      checks: {
        cache: () => 'fine',
        database: async () => {
          if (broken) throw new Error('password planted is wrong');
        },
        queue: () => !broken,
      },
    });
    const client = await serve(router);
    await client('/readyz');
    const failing = await client('/readyz');
    expect([failing.status, failing.json()]).toEqual([
      503,
      {
        status: 'not-ready',
        reason: 'failing-checks',
        checks: { cache: 'ok', database: 'failing', queue: 'failing' },
      },
    ]);
    expect(failing.text()).not.toContain('planted');
    expect((await client('/livez')).status).toBe(200);
    broken = false;
    expect((await client('/readyz')).status).toBe(200);
    expect(logger.lines.map(({ message, data }) => [message, data])).toEqual([
      ['the health check fails', { check: 'database', error: new Error('password planted is wrong') }],
      ['the health check fails', { check: 'queue', error: new Error('returned false') }],
      ['the health check succeeds again', { check: 'database' }],
      ['the health check succeeds again', { check: 'queue' }],
    ]);
  });

  it('stops waiting for a check at its time limit, and does not start it again until it has settled', async () => {
    let calls = 0;
    const end = Promise.withResolvers<void>();
    let aborted = false;
    const { router, logger } = setUp({
      timeout: 10,
      live: '/health/live',
      ready: '/health/ready',
      checks: {
        slow: (signal) => {
          calls += 1;
          signal.addEventListener('abort', () => (aborted = true));
          return end.promise;
        },
      },
    });
    const client = await serve(router);
    const results = async (): Promise<unknown> => (await client('/health/ready')).json().checks;
    expect(await results()).toEqual({ slow: 'timeout' });
    expect(await results()).toEqual({ slow: 'timeout' });
    expect([calls, aborted]).toEqual([1, true]);
    expect(logger.lines.map(({ data }) => data)).toEqual([
      { check: 'slow', error: new Error('took longer than 10 ms') },
    ]);
    end.resolve();
    await turn();
    expect(await results()).toEqual({ slow: 'ok' });
    expect(calls).toBe(2);
  });

  it('responds with 503 while the application stops, and still answers requests', async () => {
    const { router, health } = setUp({ checks: { never: () => true } });
    const client = await serve(router);
    const closed: unknown[] = [];
    const server = {
      close: async (options: object) => {
        closed.push(options);
        return 'closed';
      },
    };
    const start = performance.now();
    const closing = health.close(server, { delay: 20, timeout: 7 });
    expect(closed).toEqual([]);
    const ready = await client('/readyz');
    expect([ready.status, ready.json(), (await client('/')).status]).toEqual([
      503,
      { status: 'not-ready', reason: 'stopping', checks: {} },
      200,
    ]);
    expect(await closing).toBe('closed');
    // Timers may fire up to a millisecond early.
    expect(performance.now() - start).toBeGreaterThan(18);
    expect(closed).toEqual([{ timeout: 7 }]);
  });
});

it('requests that arrive at the same time share one run of the checks', async () => {
  let calls = 0;
  const { health } = setUp({ checks: { counted: async () => (calls += 1) } });
  await Promise.all([health.check(), health.check()]);
  expect(calls).toBe(1);
  await health.check();
  expect(calls).toBe(2);
});

it('serveHealth and its close method throw for an unknown option and for an option of the wrong type', async () => {
  expect(() => setUp({ livez: '/' } as HealthOptions)).toThrow('serveHealth has no option "livez"');
  expect(() => setUp({ live: 1 as never })).toThrow('serveHealth: live must be a string');
  const server = { close: () => Promise.reject(new Error('closed')) };
  await expect(setUp().health.close(server, { wait: 1 } as never)).rejects.toThrow(
    'health.close has no option "wait"',
  );
});

it('serveHealth throws for an invalid time limit and for a check that is not a function', () => {
  expect(() => setUp({ timeout: 0 })).toThrow('serveHealth: timeout must be more than 0 ms, not 0');
  expect(() => setUp({ checks: { database: true as never } })).toThrow(
    'serveHealth: checks.database must be a function, not true',
  );
});
