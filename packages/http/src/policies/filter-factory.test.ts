import { expect, it } from 'vitest';
import {
  basic,
  bearer,
  cache,
  cors,
  csrf,
  limits,
  rateLimit,
  route,
  Router,
  Toolkit,
  version,
  type Filter,
} from '../index.ts';
import { recordingLogger } from '../testing/recording-logger.ts';

const router = (): Router => new Router(new Toolkit({ logger: recordingLogger() }));

it.each([
  ['basic', basic],
  ['bearer', bearer],
  ['cache', cache],
  ['cors', cors],
  ['csrf', csrf],
  ['limits', limits],
  ['rateLimit', rateLimit],
  ['version', version],
])('the policy %s is reported with a hint to call it if it is used as a filter', (name, policy) => {
  const filter = policy as unknown as Filter;
  const get = route({ method: 'GET', path: '/', scopes: [{ filters: [filter] }], handler: () => 'open' });
  for (const [made, message] of [
    [router().add(get), `GET / (handler): ${name} returns a filter but is not one itself`],
    [router().use(filter), `${name} returns a filter but is not one itself`],
    [router().use('/{rest:.*}', filter), `${name} returns a filter but is not one itself`],
  ] as const) {
    expect(made.diagnostics()).toMatchObject([
      { code: 'W2010', severity: 'error', message, hint: `call it: ${name}(…)` },
    ]);
    expect(() => made.build()).toThrow(`call it: ${name}(…)`);
  }
});
