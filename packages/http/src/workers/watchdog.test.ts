import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { route, Router, Toolkit } from '../index.ts';
import { inject } from '../testing/inject.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { Watchdog } from './watchdog.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Simulates a blocked event loop: time passes, but timers do not fire. */
function block(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds);
}

const nextTurn = (): Promise<void> => new Promise((done) => setImmediate(done));

const get = (path: string, handler: () => unknown) => route({ method: 'GET', path, handler });

const SENDERS: Readonly<Record<string, (router: Router, path: string) => Promise<unknown>>> = {
  inject,
  fetch: (router, path) => router.fetch(new Request(`http://localhost${path}`)),
};

describe.each(Object.entries(SENDERS))(
  'with %s, the watchdog warns about a route that blocks the event loop',
  (_, send) => {
    it.each<[string, () => unknown]>([
      ['as soon as it is called', () => void block(2_300)],
      [
        'after it has awaited',
        async () => {
          await nextTurn();
          block(2_300);
        },
      ],
      [
        'and then throws an error',
        () => {
          block(2_300);
          throw new TypeError('at last');
        },
      ],
    ])('%s', async (_name, handler) => {
      const logger = recordingLogger();
      const router = new Router(new Toolkit({ logger })).add(
        get('/long', handler),
        get('/short', () => block(5)),
      );
      await send(router, '/short');
      const long = send(router, '/long');
      const others = send(router, '/short');
      await Promise.all([long, others]);
      vi.advanceTimersByTime(150);
      const warnings = logger.lines.filter(({ level }) => level === 'warn');
      expect(warnings.map(({ message }) => message)).toEqual([
        expect.stringMatching(/^GET \/long \(.*\).* blocked the event loop for 23\d\d ms/),
      ]);
    });
  },
);

describe('the watchdog', () => {
  it('does not report a slow asynchronous route', () => {
    const logger = recordingLogger();
    const watchdog = new Watchdog(logger, 300);
    watchdog.enter();
    vi.advanceTimersByTime(800);
    watchdog.leaveLate(get('/', () => 1));
    expect(logger.lines).toEqual([]);
  });

  it('does not report the route that runs right after blocking code', () => {
    const logger = recordingLogger();
    const watchdog = new Watchdog(logger, 50);
    watchdog.enter();
    block(200);
    const since = watchdog.enter();
    watchdog.leave(
      get('/innocent', () => 1),
      since,
    );
    watchdog.leaveLate(get('/innocent', () => 1));
    vi.advanceTimersByTime(120);
    expect(logger.lines.map(({ message }) => message)).toEqual([
      'other code blocked the event loop for 200 ms',
    ]);
  });

  it('reports that other code blocked the event loop', () => {
    const logger = recordingLogger();
    const watchdog = new Watchdog(logger, 50);
    watchdog.enter();
    block(300);
    vi.advanceTimersByTime(500);
    expect(logger.lines.map(({ message }) => message)).toEqual([
      'other code blocked the event loop for 400 ms',
    ]);
  });

  it('stops its timer if there are no requests', () => {
    const logger = recordingLogger();
    const watchdog = new Watchdog(logger);
    watchdog.enter();
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(250);
    expect(vi.getTimerCount()).toBe(0);
    block(5_000);
    watchdog.leaveLate(get('/', () => 1));
    expect(logger.lines).toEqual([]);
  });

  it('does not prevent the process from exiting', () => {
    vi.useRealTimers();
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    new Watchdog(recordingLogger()).enter();
    // `timers()` does not count unreferenced timers.
    expect(timers()).toBe(before);
  });
});
