import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { route, Router, Toolkit } from '../index.ts';
import { inject } from '../testing/inject.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { Watchdog } from './watchdog.ts';

function hold(time: number): void {
  const end = performance.now() + time;
  while (performance.now() < end);
}

const get = (path: string, handler: () => unknown) => route({ method: 'GET', path, handler });

describe('a route that holds the event loop longer than two seconds is named', () => {
  it.each<[string, () => unknown]>([
    ['at once', () => void hold(2_300)],
    [
      'later',
      async () => {
        await pause(5);
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
    const others = pause(10).then(() => inject(router, '/short'));
    await inject(router, '/long');
    await others;
    await pause(150);
    const warnings = logger.lines.filter(({ level }) => level === 'warn');
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^GET \/long \(.*\).* held the event loop for 2\d\d\d ms/),
    ]);
  });
});

describe('the watchdog', () => {
  it('does not name a route that only takes long', async () => {
    const logger = recordingLogger();
    const dog = new Watchdog(logger, 300);
    dog.enter();
    for (let turn = 0; turn < 16; turn += 1) await pause(50);
    dog.leaveLate(get('/', () => 1));
    expect(logger.lines).toEqual([]);
  });

  it('blames no route that comes right after what held the event loop', async () => {
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
    await pause(120);
    expect(logger.lines.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^something held the event loop for \d{3,} ms/),
    ]);
  });

  it('tells of what was held by nobody that it knows', async () => {
    const logger = recordingLogger();
    const dog = new Watchdog(logger, 50);
    dog.enter();
    setTimeout(() => hold(300), 5);
    await pause(500);
    expect(logger.lines.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^something held the event loop for \d{3,} ms/),
    ]);
  });

  it('stops when no request comes, and keeps no process', async () => {
    const dog = new Watchdog(recordingLogger());
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    dog.enter();
    // Unreferenced timers are not listed.
    expect(timers()).toBe(before);
    await pause(250);
    const logger = recordingLogger();
    hold(150);
    dog.leaveLate(get('/', () => 1));
    expect(logger.lines).toEqual([]);
  });
});
