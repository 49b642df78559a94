import { inject } from '@writ/http/testing';
import { Router, Toolkit, type Logger } from '@writ/http';
import { expect, it } from 'vitest';
import { loadControllers } from '../../src/load.ts';
import { createLayout } from '../layout.ts';
import { echoController, resultController, moduleSource } from './class-sources.ts';
import { describeErrors, describeResponses, withHeaders, type Row } from './describe-cases.ts';

const NAMES = 'kwargs: Record<string, unknown>';
const ok = (params: object = {}, verb = 'GET'): object => ({ handler: `:Default.${verb}`, params });
const only = (statics: string, ...signatures: readonly string[]): Readonly<Record<string, string>> => ({
  'index.ts': moduleSource(echoController(`:Default extends Controller ${statics}`, ...signatures)),
});

const origin = { origin: 'http://a.test' };
const preflight = {
  ...origin,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'xone, xtwo',
};
const allow = (name: string): string => `access-control-allow-${name}`;
const CLOSED = { [allow('origin')]: undefined, [allow('methods')]: undefined, [allow('headers')]: undefined };
const OPEN = { [allow('origin')]: 'http://a.test', vary: 'Origin' };

await describeResponses(
  'CORS',
  only(
    "static cors = { origin: (origin: string) => origin.startsWith('http://'), credentials: true, maxAge: 3600 };",
    `POST(${NAMES})`,
    'GET()',
  ),
  [
    ['C399', 'GET /', 200, ok(), { ...CLOSED, vary: 'Origin' }],
    ['C400', withHeaders('GET /', origin), 200, ok(), OPEN],
    ['C401', withHeaders('POST /', origin), 200, ok({ kwargs: {} }, 'POST'), OPEN],
    [
      'C402',
      withHeaders('OPTIONS /', preflight),
      204,
      null,
      {
        ...OPEN,
        // Without allowedHeaders, the preflight response allows all requested headers.
        vary: 'Origin, Access-Control-Request-Headers',
        [allow('methods')]: /POST/,
        [allow('headers')]: 'xone, xtwo',
        [allow('credentials')]: 'true',
        'access-control-max-age': '3600',
      },
    ],
    [
      'C405',
      withHeaders('OPTIONS /', { ...origin, 'access-control-request-method': 'POST' }),
      204,
      null,
      { ...OPEN, vary: 'Origin, Access-Control-Request-Headers' },
    ],
  ],
);
await describeResponses('no CORS policy', only('', `POST(${NAMES})`), [
  ['C410', withHeaders('OPTIONS /', preflight), 204, null, { ...CLOSED, allow: /POST/ }],
]);
await describeResponses(
  'CORS for some origins',
  only("static cors = { origin: ['http://ok.test'] };", `POST(${NAMES})`),
  [
    ['C412', withHeaders('OPTIONS /', preflight), 403, undefined, CLOSED],
    ['C415', 'POST /', 200, ok({ kwargs: {} }, 'POST'), CLOSED],
  ],
);

const authorized = (value: string, target = 'GET /'): Row[1] => withHeaders(target, { authorization: value });
const BASIC = { 'www-authenticate': /^Basic / };
await describeResponses(
  'basic authentication',
  only(
    "static auth = basic((user, password) => { if (user === 'err') throw new Error('boom'); return user === 'foo' && password.reveal() === 'bar'; });",
    'GET()',
  ),
  [
    ['C419', 'GET /', 401, undefined, BASIC],
    ['C420', authorized('Basic Zm9vOmJhcg=='), 200, ok(), { 'www-authenticate': undefined }],
    ['C422', authorized('Basic ZXJyOng='), 500],
    ['C423', authorized('Basic Ong='), 401, undefined, BASIC],
    ['C426', authorized('basic Zm9vOmJhcg=='), 200, ok()],
    ['C427', authorized('Basic !!!'), 401, undefined, BASIC],
  ],
);
const BEARER = { 'www-authenticate': /^Bearer / };
await describeResponses(
  'bearer authentication',
  only(
    "static auth = bearer((token) => { if (token === 'ce') throw new HttpError(418, 'tea'); return token === 'good'; });",
    'GET()',
  ),
  [
    ['C428', 'GET /', 401, undefined, BEARER],
    ['C429', authorized('Bearer good'), 200, ok(), { 'www-authenticate': undefined }],
    ['C430', authorized('Bearer bad'), 401, undefined, BEARER],
    ['C432', authorized('Bearer ce'), 418, expect.objectContaining({ detail: 'tea' })],
    ['C433', authorized('Token good'), 401, undefined, BEARER],
  ],
);
await describeResponses(
  'a custom filter',
  {
    'index.ts': moduleSource(
      "const auth = (context: any, next: () => unknown) => { if (context.query.get('k') !== '1') throw new AccessDenied('no', 'Auth'); return next(); };",
      echoController(':Default extends Controller static auth = auth;', `GET(${NAMES})`),
    ),
  },
  [
    ['C437', 'GET /', 401, undefined, { 'www-authenticate': 'Auth' }],
    ['C438', 'GET /?k=1', 200, ok({ kwargs: { k: '1' } })],
  ],
);
await describeResponses(
  'a guard that returns nothing',
  only('static auth = bearer(() => undefined);', `GET(${NAMES})`),
  [['C439', authorized('Bearer any'), 401]],
);
const good = "static auth = bearer((token) => token === 'good');";
await describeResponses(
  'an error after a guard',
  { 'index.ts': moduleSource(resultController('Default', { GET: "throw new RangeError('inner')" }, good)) },
  [['C440', authorized('Bearer good'), 500, undefined, { 'www-authenticate': undefined }]],
);
await describeResponses('a guard that runs before arguments are bound', only(good, 'GET(x: string)'), [
  ['C441', 'GET /', 401, undefined, BEARER],
  ['C442', authorized('Bearer good'), 404],
]);

await describeResponses('cache', only('static cache = { maxAge: 500 };', 'GET()'), [
  ['C445', 'GET /', 200, ok(), { 'cache-control': 'max-age=500' }],
]);

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };
it.each<[string, string, readonly (readonly [string, number])[]]>([
  [
    'C508',
    "static rateLimit = { limit: 3, window: 60_000, key: (context: any) => context.query.get('key') };",
    Array.from({ length: 5 }, () => ['GET /', 200] as const),
  ],
  [
    'C509',
    "static rateLimit = { limit: 3, window: 60_000, key: () => { throw new RangeError('nokey'); } };",
    [['GET /', 500]],
  ],
  [
    'C510',
    "static rateLimit = { limit: 2, window: 60_000, key: (context: any) => context.query.get('key') };",
    [
      ['GET /?key=q', 200],
      ['GET /?key=q', 200],
      ['POST /?key=q', 429],
    ],
  ],
  ['C511', 'static rateLimit = { limit: 1, window: 60_000 };', [['GET /', 200]]],
])('%s limits requests by %s', async (_, statics, steps) => {
  const files = only(statics, `GET(${NAMES})`, `POST(${NAMES})`);
  const directory = createLayout({ 'app/index.ts': files['index.ts']! });
  const { matcher, diagnostics } = await loadControllers({ directory, prefixes: ['app'] });
  const router = new Router(new Toolkit({ logger: silent })).mount(matcher).report(...diagnostics);
  for (const [request, status] of steps) {
    const [method, url] = request.split(' ') as [string, string];
    const response = await inject(router, { method, url });
    expect(response.status).toBe(status);
    if (status === 429) expect(Number(response.headers['retry-after'])).toBeGreaterThan(58);
  }
});

const accept = (target: string, value: string): Row[1] => withHeaders(target, { accept: value });
describeErrors('versions in method names', only('', 'GET_1()', 'GET_2()'), [
  ['C531 C533 C535 C538', 'would never be called'],
]);
await describeResponses(
  'versions',
  {
    'index.ts': moduleSource(
      echoController(":Default extends Controller static version = ['', 'v1'];", 'GET()'),
      echoController(":Foo extends Controller static version = { GET: ['v1', 'v2'] };", 'GET()'),
    ),
  },
  [
    ['C454', accept('GET /', 'application/json;version=v1'), 200, ok()],
    ['C455', accept('GET /', '*/*;version=v8'), 404],
    ['C531', 'GET /', 200, ok()],
    ['C533', accept('GET /', '*/*;version=v2'), 404],
    ['C534', accept('GET /', '*/*;version=v3'), 404],
    ['C535', accept('GET /foo', '*/*;version=v1'), 200, { handler: ':Foo.GET', params: {} }],
    ['C538', accept('GET /foo', 'application/json;version=v2'), 200, { handler: ':Foo.GET', params: {} }],
    ['C539', accept('GET /foo/x', '*/*;version=v2'), 404],
  ],
);
