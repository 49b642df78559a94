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

/** Blocks the event loop: time passes, but no timer fires. */
function hold(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds);
}

const aTurn = (): Promise<void> => new Promise((done) => setImmediate(done));

const get = (path: string, handler: () => unknown) => route({ method: 'GET', path, handler });

describe('a warning names a route that blocks the event loop for more than two seconds', () => {
  it.each<[string, () => unknown]>([
    ['at once', () => void hold(2_300)],
    [
      'later',
      async () => {
        await aTurn();
        hold(2_300);
      },
    ],
    [
      'and throws',
      () => {
        hold(2_300);
        throw new TypeError('at last');
      },
    ],
  ])('%s', async (_name, handler) => {
    const logger = recordingLogger();
    const router = new Router(new Toolkit({ logger })).add(
      get('/long', handler),
      get('/short', () => hold(5)),
    );
    await inject(router, '/short');
    const long = inject(router, '/long');
    const others = inject(router, '/short');
    await Promise.all([long, others]);
    vi.advanceTimersByTime(150);
    const warnings = logger.lines.filter(({ level }) => level === 'warn');
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^GET \/long \(.*\).* blocked the event loop for 23\d\d ms/),
    ]);
  });
});

describe('the watchdog', () => {
  it('does not name a slow asynchronous route', () => {
    const logger = recordingLogger();
    const dog = new Watchdog(logger, 300);
    dog.enter();
    vi.advanceTimersByTime(800);
    dog.leaveLate(get('/', () => 1));
    expect(logger.lines).toEqual([]);
  });

  it('does not blame the route that runs right after blocking code', () => {
    const logger = recordingLogger();
    const dog = new Watchdog(logger, 50);
    dog.enter();
    hold(200);
    const since = dog.enter();
    dog.leave(
      get('/innocent', () => 1),
      since,
    );
    dog.leaveLate(get('/innocent', () => 1));
    vi.advanceTimersByTime(120);
    expect(logger.lines.map(({ message }) => message)).toEqual([
      'other code blocked the event loop for 200 ms',
    ]);
  });

  it('reports that other code blocked the event loop', () => {
    const logger = recordingLogger();
    const dog = new Watchdog(logger, 50);
    dog.enter();
    hold(300);
    vi.advanceTimersByTime(500);
    expect(logger.lines.map(({ message }) => message)).toEqual([
      'other code blocked the event loop for 400 ms',
    ]);
  });

  it('stops its timer without requests', () => {
    const logger = recordingLogger();
    const dog = new Watchdog(logger);
    dog.enter();
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(250);
    expect(vi.getTimerCount()).toBe(0);
    hold(5_000);
    dog.leaveLate(get('/', () => 1));
    expect(logger.lines).toEqual([]);
  });

  it('does not keep the process alive', () => {
    vi.useRealTimers();
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    new Watchdog(recordingLogger()).enter();
    // Unreferenced timers are not listed.
    expect(timers()).toBe(before);
  });
});
