import { expect, it } from 'vitest';
import { cors, route, Router, Toolkit, type Filter } from '../index.ts';
import { recordingLogger } from '../testing/recording-logger.ts';

const toolkit = (): Toolkit => new Toolkit({ logger: recordingLogger() });
const pass: Filter = (_context, next) => next();
const writer = { name: 'Missing', instance: { write: () => {} } };
const COSTLY = '(?:a+)+b';
const FINE = '(?:a+b)+';

/** All ways in which an application can pass a regular expression to a router. */
const PLACES: readonly (readonly [name: string, register: (expression: string) => Router, what: string])[] = [
  [
    'a route',
    (expression) =>
      new Router(toolkit()).add(route({ method: 'GET', path: `/x/{v:${expression}}`, handler: () => 1 })),
    `GET /x/{v:${COSTLY}} (handler): the regular expression of v, ${COSTLY},`,
  ],
  [
    'a route with a colon',
    (expression) =>
      new Router(toolkit()).add(route({ method: 'GET', path: `/x/:v:${expression}`, handler: () => 1 })),
    `GET /x/:v:${COSTLY} (handler): the regular expression of v, ${COSTLY},`,
  ],
  [
    'a router filter',
    (expression) => new Router(toolkit()).use(`/x/{v:${expression}}`, pass),
    `the filter for /x/{v:${COSTLY}}: the regular expression of v, ${COSTLY},`,
  ],
  [
    'a not-found handler',
    (expression) => new Router(toolkit()).notFound({ pattern: expression, writer }),
    `the pattern of the not-found handler Missing, "${COSTLY}",`,
  ],
  [
    'a CORS origin string',
    (expression) => new Router(toolkit()).use(cors({ origin: expression })),
    `the origin of cors (router), ${COSTLY},`,
  ],
  [
    'a CORS origin RegExp',
    (expression) => new Router(toolkit()).use(cors({ origin: new RegExp(expression, 'iu') })),
    `the origin of cors (router), ${COSTLY},`,
  ],
  [
    'the CORS origin of a route',
    (expression) =>
      new Router(toolkit()).add(
        route({
          method: 'GET',
          path: '/',
          scopes: [{ name: 'method', filters: [cors({ origin: expression })] }],
          handler: () => 1,
        }),
      ),
    `the origin of cors (method), ${COSTLY},`,
  ],
];

it.each(PLACES)(
  'an exponential expression in %s is reported with one warning at start-up',
  (_name, register, what) => {
    const found = register(COSTLY)
      .diagnostics()
      .filter(({ rule }) => rule === 'costly-expression');
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ code: 'W2019', severity: 'warning' });
    expect(found[0]!.message).toBe(
      `${what} matches some strings in exponentially many ways: its time may double with each character`,
    );
    expect(found[0]!.hint).toContain('(a+)+');
  },
);

it.each(PLACES)('an expression in %s that is not exponential is not reported', (_name, register) => {
  const rules = register(FINE)
    .diagnostics()
    .map(({ rule }) => rule);
  expect(rules).not.toContain('costly-expression');
});
