/** Measures the work that a request causes: twice the input costs at most about twice as much. */
import { beforeAll, expect, it } from 'vitest';
import { countScanned, startCounting, countWork } from '../../../scripts/work.ts';

startCounting();
const {
  array,
  BodyParam,
  CookieParam,
  cors,
  FormParam,
  HeaderParam,
  int,
  MatrixParam,
  object,
  optional,
  QueryParam,
  Context,
  route,
  Router,
  RoutingContext,
  Toolkit,
  basic,
  bearer,
  version,
} = await import('./index.ts');
const { inject } = await import('./testing/inject.ts');
const { recordingLogger } = await import('./testing/recording-logger.ts');
type InjectRequest = Exclude<Parameters<typeof inject>[1], string>;

const logger = recordingLogger();
const toolkit = new Toolkit({ logger, limits: { body: 10_000_000, names: 100_000, value: 100_000 } });
const pass = [{ principal: {}, authorizations: {} }][0]!;
const handler = (...values: readonly unknown[]): string => String(values.length);
const router = new Router(toolkit)
  .use('/guarded/{a:.*}/x/{b:.*}', (_context, next) => next())
  .use(
    '/basic',
    basic(() => pass),
  )
  .use(
    '/bearer',
    bearer(() => pass),
  )
  .use('/cors', cors({ origin: (origin) => origin !== '' }))
  .use('/version', version(['v1', '']))
  .add(
    route({ method: 'GET', path: '/guarded/{rest:.*}', handler }),
    route({ method: 'GET', path: '/{a:.+}/edit/{b:.+}/{c}', handler }),
    route({
      method: 'GET',
      path: '/query',
      bindings: [
        QueryParam('a', array(String)),
        QueryParam('b', optional(int)),
        MatrixParam('m', array(String)),
      ],
      handler,
    }),
    route({
      method: 'GET',
      path: '/headers',
      bindings: [
        HeaderParam('x-list', array(String)),
        CookieParam('last', optional(String)),
        Context(RoutingContext),
      ],
      handler: (list, last, context) => `${list.length} ${last} ${[...context.request.headers].length}`,
    }),
    route({
      method: 'GET',
      path: '/json',
      handler: () => ({ some: 'json' }),
      produces: ['application/json'],
    }),
    route({ method: 'GET', path: '/json', handler: () => 'text', produces: ['text/plain', 'text/html'] }),
    ...['/basic', '/bearer', '/cors', '/version'].map((path) => route({ method: 'GET', path, handler })),
    route({
      method: 'POST',
      path: '/body',
      bindings: [BodyParam(object({ a: optional(int), list: optional(array(object({ n: int }))) }))],
      handler,
    }),
    route({
      method: 'POST',
      path: '/form',
      bindings: [FormParam('a', optional(array(String)))],
      handler,
    }),
  );

const many = (count: number, piece: (index: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, index) => piece(index)).join(between);

const form = (body: string): InjectRequest => ({
  method: 'POST',
  url: '/form',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body,
});

const multipart = (body: string): InjectRequest => ({
  method: 'POST',
  url: '/form',
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
  body,
});

const field = (name: string, more = ''): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\nx\r\n`;

const get = (url: string, headers: Record<string, string> = {}): InjectRequest => ({
  method: 'GET',
  url,
  headers,
});

/** Requests whose input grows with a number, and a number that the router accepts. */
const GROWING: readonly (readonly [name: string, most: number, request: (count: number) => InjectRequest])[] =
  [
    ['path segments', 3000, (count) => get(`/guarded${many(count, () => '/x')}`)],
    ['empty path segments', 6000, (count) => get(`/guarded${'/'.repeat(count)}x`)],
    ['dot segments in a path', 2000, (count) => get(`/guarded${'/a/..'.repeat(count / 2)}/x`)],
    ['encoded slashes in a path', 2000, (count) => get(`/guarded/${'%2F'.repeat(count)}`)],
    ['path characters', 6000, (count) => get(`/guarded/${'a'.repeat(count)}`)],
    ['segments before a literal after a catch-all', 1000, (count) => get(`${'/edit'.repeat(count)}`)],
    ['matrix parameters', 1500, (count) => get(`/query${many(count, (index) => `;m=${index}`)}`)],
    ['empty matrix parameters', 4000, (count) => get(`/query${';'.repeat(count)}`)],
    ['query names', 2000, (count) => get(`/query?${many(count, (index) => `n${index}=1`, '&')}`)],
    ['query values with the same name', 2000, (count) => get(`/query?${many(count, () => 'a=%41', '&')}`)],
    ['empty query parameters', 4000, (count) => get(`/query?${'&'.repeat(count)}`)],
    ['query names without a value', 4000, (count) => get(`/query?${many(count, () => 'a', '&')}`)],
    ['equals signs in a query', 4000, (count) => get(`/query?a${'='.repeat(count)}`)],
    ['cookies', 2000, (count) => get('/headers', { cookie: many(count, (index) => `c${index}=1`, '; ') })],
    ['cookies without a value', 4000, (count) => get('/headers', { cookie: `${'a;'.repeat(count)}last=1` })],
    ['header values', 4000, (count) => get('/headers', { 'x-list': many(count, () => 'a', ',') })],
    [
      'headers',
      500,
      (count) =>
        get('/headers', Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, '1']))),
    ],
    ['media ranges in Accept', 120, (count) => get('/json', { accept: many(count, () => 'a/b;q=0.5', ',') })],
    [
      'media type parameters in Accept',
      1000,
      (count) => get('/json', { accept: `a/b${many(count, (i) => `;p${i}=1`)}` }),
    ],
    ['quoted strings in Accept', 2000, (count) => get('/json', { accept: `a/b;x=${'"\\"'.repeat(count)}` })],
    [
      'versions in Accept',
      120,
      (count) => get('/version', { accept: many(count, () => 'a/b;version=2', ',') }),
    ],
    [
      'spaces in Authorization',
      6000,
      (count) => get('/basic', { authorization: `Basic ${' '.repeat(count)}!` }),
    ],
    ['token characters', 6000, (count) => get('/bearer', { authorization: `Bearer ${'a'.repeat(count)}` })],
    [
      'headers listed by a preflight',
      2000,
      (count) => ({
        method: 'OPTIONS',
        url: '/cors',
        headers: {
          origin: 'https://a.example',
          'access-control-request-method': 'GET',
          'access-control-request-headers': many(count, (index) => `x-${index}`, ','),
        },
      }),
    ],
    [
      'unknown names in a JSON object',
      4_000,
      (count) => ({
        method: 'POST',
        url: '/body',
        json: Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, index])),
      }),
    ],
    [
      'invalid elements in a JSON array',
      4_000,
      (count) => ({
        method: 'POST',
        url: '/body',
        json: { list: Array.from({ length: count }, () => ({ n: 'x' })) },
      }),
    ],
    [
      'JSON array elements',
      4_000,
      (count) => ({
        method: 'POST',
        url: '/body',
        json: { list: Array.from({ length: count }, () => ({ n: 1 })) },
      }),
    ],
    ['form names', 4_000, (count) => form(many(count, (index) => `n${index}=1`, '&'))],
    ['form values with the same name', 4_000, (count) => form(many(count, () => 'a=%41', '&'))],
    ['form parts', 800, (count) => multipart(`${many(count, (index) => field(`n${index}`))}--b--`)],
    [
      'parameters in the head of a part',
      1500,
      (count) =>
        multipart(
          `${field(
            'a',
            many(count, (i) => `; p${i}="1"`),
          )}--b--`,
        ),
    ],
    [
      'spaces in the head of a part',
      8000,
      (count) => multipart(`${field('a', ` ${' '.repeat(count)};`)}--b--`),
    ],
    [
      'line breaks in a part',
      8000,
      (count) =>
        multipart(
          `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'\r\n--'.repeat(count)}\r\n--b--`,
        ),
    ],
  ];

function costOf(request: InjectRequest): Promise<number> {
  return countWork(() => inject(router, request));
}

/** The cost of a small request. */
let base: number;
beforeAll(async () => {
  base = await costOf(get('/query?a=1'));
});

it.each(GROWING)('twice as many %s cost at most about twice as much', async (_name, most, request) => {
  const half = await costOf(request(most / 2));
  const whole = await costOf(request(most));
  expect(half).toBeGreaterThan(base / 10);
  expect(whole).toBeLessThan(2.5 * half + 2 * base);
});

it('the cost measure counts the code blocks that a request executes', async () => {
  const quadratic = new Router(toolkit).add(
    route({
      method: 'GET',
      path: '/{v}',
      bindings: [Context(RoutingContext)],
      handler: ({ request }) => {
        const seen: string[] = [];
        for (const char of request.path)
          if (!seen.includes(`${char}${seen.length}`)) seen.push(char + seen.length);
        return seen.length;
      },
    }),
  );
  const scanCost = (count: number): Promise<number> =>
    countScanned(() => inject(quadratic, `/${'a'.repeat(count)}`));
  await scanCost(1);
  expect(await scanCost(2000)).toBeGreaterThan(3 * (await scanCost(1000)));
});
