import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Router, StartupError, Toolkit, type ServerAddress } from '../index.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { schedule, type Job } from './jobs.ts';

const logger = recordingLogger();
const address: ServerAddress = { host: '127.0.0.1', port: 8080, url: 'http://127.0.0.1:8080' };
const messages = (): readonly string[] => logger.lines.map(({ level, message }) => `${level}: ${message}`);
const routerOf = (...jobs: readonly Job[]): Router => {
  const router = new Router(new Toolkit({ logger }));
  schedule(router, ...jobs);
  return router;
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-28T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  logger.lines.splice(0);
});

it('jobs run by their patterns from ready to stop', async () => {
  const times: string[] = [];
  const run = (): void => void times.push(new Date().toISOString());
  const router = routerOf(
    { name: 'minutes', pattern: '*/10 * * * *', run },
    { name: 'seconds', pattern: '30 5 * * * *', run },
  );
  await vi.advanceTimersByTimeAsync(3_600_000);
  await router.ready();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(times).toEqual([]);
  vi.setSystemTime(new Date('2026-03-28T12:00:01Z'));
  await router.hooks.listening(address);
  await vi.advanceTimersByTimeAsync(20 * 60_000);
  expect(times).toEqual(['2026-03-28T12:05:30.000Z', '2026-03-28T12:10:00.000Z', '2026-03-28T12:20:00.000Z']);
  await router.close();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(times).toHaveLength(3);
  expect(vi.getTimerCount()).toBe(0);
  expect(messages()).toEqual([]);
});

it('the time zone applies to the pattern, with daylight saving time', async () => {
  const times: string[] = [];
  const router = routerOf({
    name: 'nightly',
    pattern: '0 4 * * *',
    timeZone: 'Europe/Berlin',
    run: () => times.push(new Date().toISOString()),
  });
  vi.setSystemTime(new Date('2026-03-27T12:00:00Z'));
  await router.hooks.listening(address);
  await vi.advanceTimersByTimeAsync(48 * 3_600_000);
  // Summer time begins on 29 March.
  expect(times).toEqual(['2026-03-28T03:00:00.000Z', '2026-03-29T02:00:00.000Z']);
  await router.close();
});

it('runs do not overlap: a run is skipped and logged while the previous one has not finished', async () => {
  let count = 0;
  const held = Promise.withResolvers<void>();
  const router = routerOf({
    name: 'import',
    pattern: '* * * * *',
    run: () => {
      count += 1;
      return count === 1 ? held.promise : undefined;
    },
  });
  await router.hooks.listening(address);
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(count).toBe(1);
  expect(messages()).toEqual(['warn: the job import was skipped: its previous run has not finished']);
  held.resolve();
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(count).toBe(3);
  await router.close();
});

it('an error is logged with the name of the job, and the job runs again', async () => {
  let count = 0;
  const router = routerOf({
    name: 'import',
    pattern: '* * * * *',
    run: () => {
      count += 1;
      throw new Error(`no file ${count}`);
    },
  });
  await router.hooks.listening(address);
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  await router.close();
  expect(logger.lines).toEqual(
    [1, 2].map((index) => ({
      level: 'error',
      message: 'the job import failed',
      data: { job: 'import', error: new Error(`no file ${index}`) },
    })),
  );
});

it('a failing logger does not end the schedule', async () => {
  let count = 0;
  const fail = (): never => {
    throw new Error('disk full');
  };
  const router = new Router(new Toolkit({ logger: { info: fail, warn: fail, error: fail } }));
  schedule(router, {
    name: 'import',
    pattern: '* * * * *',
    run: () => {
      count += 1;
      throw new Error('no file');
    },
  });
  await router.hooks.listening(address);
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(count).toBe(2);
  await router.close();
});

it('close waits for a run in progress', async () => {
  const held = Promise.withResolvers<void>();
  let isFinished = false;
  const router = routerOf({
    name: 'import',
    pattern: '* * * * *',
    run: async (signal) => {
      await held.promise;
      isFinished = !signal.aborted;
    },
  });
  await router.hooks.listening(address);
  await vi.advanceTimersByTimeAsync(60_000);
  const closed = router.close();
  await vi.advanceTimersByTimeAsync(9_000);
  held.resolve();
  await closed;
  expect(isFinished).toBe(true);
  expect(messages()).toEqual([]);
});

it('after its time limit, a run in progress is aborted; a run that continues is logged and no longer awaited', async () => {
  const aborted: string[] = [];
  const run = (ends: boolean) => (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => {
        aborted.push((signal.reason as Error).message);
        if (ends) resolve();
      });
    });
  const router = routerOf(
    { name: 'import', pattern: '* * * * *', run: run(true), timeout: 2000 },
    { name: 'export', pattern: '* * * * *', run: run(false), timeout: 3000 },
  );
  await router.hooks.listening(address);
  await vi.advanceTimersByTimeAsync(60_000);
  const start = Date.now();
  const closed = router.close();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(aborted).toEqual([]);
  await vi.runAllTimersAsync();
  await closed;
  expect(aborted).toEqual(Array.from({ length: 2 }, () => 'the server is shutting down'));
  expect(Date.now() - start).toBe(3500);
  expect(messages()).toEqual(['error: the job export did not finish within 3000 ms']);
});

it('invalid jobs are start-up errors, which are reported together with their location', async () => {
  const run = (): void => {};
  const router = routerOf(
    { name: 'too short', pattern: '* * * *', run },
    { name: 'no such hour', pattern: '0 61 * * *', run },
    { name: 'nowhere', pattern: '0 3 * *', timeZone: 'Europe/Nowhere', run },
    { name: 'never', pattern: '0 0 30 2 *', run },
    { name: 'once', pattern: '2030-01-01T00:00:00', run },
    { name: 'yearly', pattern: '@yaerly', run },
    { name: 'nothing', pattern: '@daily' } as unknown as Job,
    { pattern: 7, run, timeout: -1, timezone: 'UTC' } as unknown as Job,
    null as unknown as Job,
    { name: 'correct', pattern: '@daily', timeZone: 'UTC', run },
  );
  const error = await router.ready().catch((reason: unknown) => reason as StartupError);
  expect(error).toBeInstanceOf(StartupError);
  const { diagnostics } = error as StartupError;
  expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(['W2053']));
  expect(diagnostics.map(({ message }) => message)).toEqual([
    'the job too short has the cron pattern "* * * *", which has 4 fields instead of 5 or 6',
    'the job no such hour has the cron pattern "0 61 * * *", which is invalid: Invalid value for hour: 61',
    'the job nowhere has the cron pattern "0 3 * *", which has 4 fields instead of 5 or 6',
    'the job nowhere has an unknown time zone: "Europe/Nowhere"',
    'the job never has the cron pattern "0 0 30 2 *", which never occurs',
    'the job once has the cron pattern "2030-01-01T00:00:00", which has 1 field instead of 5 or 6',
    expect.stringMatching(/^the job yearly has the cron pattern "@yaerly", which is invalid: /),
    'the job nothing has no function',
    'job 8 has no name',
    'job 8 has an invalid timeout: -1',
    'job 8 has no option "timezone"',
    'job 8 has the cron pattern 7, which is not a string',
    'job 9 is not an object',
  ]);
  expect((error as StartupError).message).toMatch(/jobs\.test\.ts:\d+:\d+/);
  await router.close();
});

it('schedule throws an error if the router has already started', async () => {
  const router = await routerOf({ name: 'daily', pattern: '@daily', run: () => {} }).ready();
  expect(() => schedule(router, { name: 'late', pattern: '@daily', run: () => {} })).toThrow(
    'the router has already started',
  );
});
