import { ALL, ARGS, echoController, resultController, moduleSource } from './class-sources.ts';
import { form, describeErrors, describeResponses, type Row } from './describe-cases.ts';

const both = [`GET(${ALL})`, `POST(${ALL})`] as const;
const at = (handler: string, args: readonly string[] = [], kwargs: object = {}): object => ({
  handler,
  params: { kwargs, args },
});
const only = (handler: string, ...args: readonly string[]): object => ({ handler, params: { args } });

await describeResponses(
  'basic routes',
  {
    'index.ts': moduleSource(
      resultController('Default', {
        GET: "'Default handler'",
        'POST(names: Record<string, unknown>)': "'hello ' + String(names['name'])",
      }),
      resultController('Foo', { GET: "'Foo handler'" }),
      resultController('Hello', { GET: "'hello world'", 'POST(name: string)': "'hello ' + name" }),
    ),
  },
  [
    ['C002', 'GET /foo', 200, 'Foo handler', { 'content-type': 'application/json' }],
    ['C004', 'GET /hello', 200, 'hello world'],
    ['C006', form('POST /hello', 'name=Alice'), 200, 'hello Alice'],
  ],
);

await describeResponses(
  'positional and named arguments',
  {
    'index.ts': moduleSource(
      echoController(
        ':Foo',
        'GET(one: string, two: string | null = null, params: Record<string, unknown>)',
        'POST(params: Record<string, unknown>)',
      ),
    ),
  },
  [
    ['C007', 'GET /foo/one', 200, { handler: ':Foo.GET', params: { one: 'one', two: null, params: {} } }],
    ['C009', 'GET /foo', 404],
    [
      'C010',
      'GET /foo/one/two',
      200,
      { handler: ':Foo.GET', params: { one: 'one', two: 'two', params: {} } },
    ],
    ['C011', 'GET /foo/one/two/three', 404],
    [
      'C012',
      form('POST /foo?param1=GET1&param2=GET2', 'param1=POST1&param3=val3'),
      200,
      { handler: ':Foo.POST', params: { params: { param1: 'POST1', param2: 'GET2', param3: 'val3' } } },
    ],
  ],
);

await describeResponses('Default', { 'index.ts': moduleSource(echoController(':Default', ...both)) }, [
  ['C013', 'POST /foo/bar', 200, at(':Default.POST', ['foo', 'bar'])],
]);
await describeResponses(
  'a module and its classes',
  {
    'index.ts': moduleSource(echoController(':Default', both[0])),
    'foo.ts': moduleSource(echoController('foo:Default', both[0]), echoController('foo:Bar', ...both)),
  },
  [['C016', 'GET /foo', 200, at('foo:Default.GET')]],
);

const ALLOW = { allow: 'GET, HEAD, OPTIONS' };
await describeResponses(
  'nested modules',
  {
    'index.ts': moduleSource(echoController(':Default', both[0])),
    'default.ts': moduleSource(echoController('default:Default', `ANY(${ALL})`)),
    'foo/index.ts': moduleSource(echoController('foo:Default', both[0]), echoController('foo:Bar', ...both)),
    'foo/baz.ts': moduleSource(
      echoController('foo.baz:Default', both[0]),
      echoController('foo.baz:Che', both[0]),
    ),
    'foo/boom.ts': moduleSource(echoController('foo.boom:Bang', both[0])),
  },
  [
    ['C021', 'GET /default', 200, at('default:Default.ANY')],
    ['C022', 'GET /foo/baz', 200, at('foo.baz:Default.GET')],
    ['C023', 'GET /foo/bar/happy/sad', 200, at('foo:Bar.GET', ['happy', 'sad'])],
    ['C024', 'GET /', 200, at(':Default.GET')],
    ['C025', 'GET /happy', 200, at(':Default.GET', ['happy'])],
    ['C026', 'GET /foo/baz/che', 200, at('foo.baz:Che.GET')],
    ['C029', 'GET /foo/boom', 200, at('foo:Default.GET', ['boom'])],
    ['C030', 'GET /foo/boom/bang', 200, at('foo.boom:Bang.GET')],
    ['C031', 'GET /foo/boom/x', 200, at('foo:Default.GET', ['boom', 'x'])],
    ['C032', 'POST /foo/bar/x', 200, at('foo:Bar.POST', ['x'])],
    ['C033', 'POST /foo/baz', 405, undefined, ALLOW],
    ['C034', 'DELETE /foo/bar', 405, undefined, { allow: /^GET, .*POST/ }],
    ['C035', 'DELETE /foo/bar/x', 405, undefined, { allow: /^GET, .*POST/ }],
  ],
);

describeErrors(
  'a class and a module with the same path',
  {
    'index.ts': moduleSource(echoController(':Default', both[0]), echoController(':Foo', ...both)),
    'foo.ts': moduleSource(echoController('foo:Default', both[0]), echoController('foo:Bar', both[0])),
  },
  [
    ['C038 C039', 'app/foo.ts:3:1: error W3205 route-clash: Foo.GET and Default.GET both handle GET /foo'],
    ['C038 C039', 'app/index.ts:5:1: Foo.GET is declared here'],
  ],
);
await describeResponses(
  'a class and a module with the same name',
  {
    'index.ts': moduleSource(echoController(':Default', both[0]), echoController(':Foo', both[1])),
    'foo.ts': moduleSource(echoController('foo:Default', both[0]), echoController('foo:Bar', both[0])),
  },
  [
    ['C038', 'GET /foo/bar', 200, at('foo:Bar.GET')],
    ['C039', 'GET /foo/x', 200, at('foo:Default.GET', ['x'])],
    ['C039', 'POST /foo/x', 200, at(':Foo.POST', ['x'])],
    ['C118', 'GET /foo//bar', 200, at('foo:Bar.GET')],
    ['C121', 'GET /./foo', 200, at('foo:Default.GET')],
    ['C122', 'GET /../foo', 200, at('foo:Default.GET')],
  ],
);

await describeResponses(
  'modules without a Default',
  {
    'index.ts': moduleSource(echoController(':Default', `GET(${ARGS})`)),
    'a/b/c.ts': moduleSource(
      echoController('a.b.c:Default', `GET(${ARGS})`),
      echoController('a.b.c:D', `GET(${ARGS})`),
    ),
    'foo.ts': moduleSource(echoController('foo:Bar', `GET(${ARGS})`)),
  },
  [
    ['C040', 'GET /a/b/c', 200, only('a.b.c:Default.GET')],
    ['C043', 'GET /a/b', 200, only(':Default.GET', 'a', 'b')],
    ['C044', 'GET /a/x', 200, only(':Default.GET', 'a', 'x')],
    ['C046', 'GET /foo', 200, only(':Default.GET', 'foo')],
  ],
);

await describeResponses(
  'missing paths',
  {
    'index.ts': moduleSource(
      echoController(':NoFoo', `GET(${ALL})`),
      'export class Foo extends Controller {}',
    ),
  },
  [
    ['C050', 'GET /bar/boom', 404],
    ['C053', 'GET /foo', 404],
    ['C054', 'GET /foo/x', 404],
  ],
);
describeErrors('a prefix without controllers', { 'index.ts': 'export const none = 1;' }, [
  ['C055', 'error W3005 prefix-empty: no controller found in app'],
]);

const two = (second: readonly string[]): Record<string, string> => ({
  'p0.ts': moduleSource(
    resultController('Default', { [`GET(${ARGS})`]: "'p0'" }),
    resultController('One', { GET: "'p0one'" }),
  ),
  'p1.ts': moduleSource(...second),
});
const prefixes = ['p0', 'p1'];
describeErrors(
  'two prefixes with the same path',
  two([resultController('Default', { GET: "'p1'" })]),
  [['C472', 'W3205 route-clash: Default.GET and Default.GET both handle GET /']],
  prefixes,
);
const rows: readonly Row[] = [
  ['C470', 'GET /one', 200, 'p0one'],
  ['C471', 'GET /two', 200, 'p1two'],
  ['C473', 'GET /zzz', 200, 'p0'],
];
await describeResponses(
  'several prefixes',
  two([resultController('Two', { GET: "'p1two'" })]),
  rows,
  prefixes,
);
await describeResponses(
  'prefixes with one class each',
  {
    'foo.ts': moduleSource(resultController('Default', { [`GET(${ARGS})`]: "'foo.Default'" })),
    'bar.ts': moduleSource(resultController('User', { GET: "'bar.User'" })),
  },
  [['C474', 'GET /user', 200, 'bar.User']],
  ['foo', 'bar'],
);
