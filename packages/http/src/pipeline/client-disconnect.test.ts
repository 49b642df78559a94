import { expect, it, vi } from 'vitest';
import { bearer, Router, Toolkit, User, type Route } from '../index.ts';
import type { Scope } from '../kernel.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports } from '../testing/transports.ts';

const logger = recordingLogger();
const toolkit = new Toolkit({ logger });
const someone: User = { principal: {}, authorizations: { a: ['a'] } };

type Wait = <T>(value: T) => Promise<T>;

const access = (wait: Wait): Scope => ({
  access: {
    authenticate: {
      name: 'Late',
      instance: { provideCredentials: () => ({ token: 'x' }), authenticate: () => wait(someone) },
    },
  },
});
const provider = (wait: Wait) => ({ name: 'Late', instance: { provide: () => wait(someone) } });

describeTransports('a request whose client disconnects', (serve) => {
  it.each<[what: string, more: (wait: Wait) => Partial<Route>]>([
    ['authentication', (wait) => ({ scopes: [access(wait)] })],
    ['a guard', (wait) => ({ scopes: [{ filters: [bearer(() => wait(true))] }] })],
    [
      'a filter',
      (wait) => ({ scopes: [{ filters: [async (_context, next) => (await wait(undefined), next())] }] }),
    ],
    [
      'a context provider',
      (wait) => ({ bindings: [{ source: 'context', type: User, provider: provider(wait) }] }),
    ],
  ])('during %s starts neither handler nor events, and logs no error', async (_what, more) => {
    logger.lines.length = 0;
    const ran: string[] = [];
    const waiting = Promise.withResolvers<void>();
    const opened = Promise.withResolvers<void>();
    const wait: Wait = async (value) => {
      waiting.resolve();
      await opened.promise;
      return value;
    };
    const { scopes = [], bindings = [] } = more(wait);
    const events = [{ event: { name: 'Recorded', instance: { execute: () => void ran.push('event') } } }];
    const gone = Promise.withResolvers<void>();
    const router = new Router(toolkit)
      .use(({ signal }, next) => {
        signal.addEventListener('abort', () => gone.resolve());
        return next();
      })
      .add({
        method: 'GET',
        path: '/',
        bindings,
        scopes: [...scopes, { events }],
        handler: () => ran.push('handler'),
      });
    const client = await serve(router);
    const stop = new AbortController();
    const headers = { authorization: 'Bearer x' };
    const sent = client({ url: '/', headers, signal: stop.signal }).catch(() => undefined);
    await waiting.promise;
    stop.abort();
    await gone.promise;
    opened.resolve();
    await sent;
    await vi.waitFor(() => expect([...ran, ...logger.lines]).not.toEqual([]), { timeout: 30_000 });
    expect(ran).toEqual([]);
    expect(logger.lines.map(({ level, message }) => [level, message])).toEqual([
      ['debug', 'client disconnected'],
    ]);
  });
});
