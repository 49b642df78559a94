import { echoController, resultController, moduleSource } from './class-sources.ts';
import { describeResponses, type Files } from './describe-cases.ts';

const nothing = (...signatures: readonly string[]): Files => ({
  'index.ts': moduleSource(
    resultController('Default', Object.fromEntries(signatures.map((each) => [each, 'undefined']))),
  ),
});
const foo = (value: string): object => ({ handler: ':Default.GET', params: { foo: value } });

await describeResponses('unknown names', nothing('GET(foo: string)'), [
  ['C165', 'GET /foo/bar?foo=1&bar=2', 404],
  ['C166', 'GET /foo?foo=1&bar=2', 400],
  ['C167', 'GET /foo?bar=2', 400],
]);
await describeResponses('a repeated name', nothing('GET(foo: string, kwargs: Record<string, unknown>)'), [
  ['C169', 'GET /foo/bar?foo=1&bar=2', 404],
  ['C169', 'GET /foo?foo=1&bar=2', 400],
]);
await describeResponses(
  'all names',
  { 'index.ts': moduleSource(resultController('Default', { 'GET(all: Record<string, unknown>)': 'all' })) },
  [['C173', 'GET /?foo=1&bar=2', 200, { foo: '1', bar: '2' }]],
);
await describeResponses(
  'too many segments',
  { 'index.ts': moduleSource(resultController('Foo', { GET: 'undefined' })) },
  [['C178', 'GET /foo/bar/baz?che=1&boo=2', 404]],
);

const needed = { 'POST(needed_bit: string, kwargs: Record<string, unknown>)': "''" };
await describeResponses(
  'a missing segment',
  {
    'index.ts': moduleSource(
      resultController('Default', {
        ...needed,
        'GET(needed_bit: string, kwargs: Record<string, unknown>)': "''",
      }),
      resultController('Hdec', needed),
    ),
  },
  [
    ['C174', 'POST /hdec', 404],
    ['C176', 'GET /', 404],
    ['C177', 'POST /', 404],
  ],
);
await describeResponses(
  'a segment',
  { 'index.ts': moduleSource(resultController('Foo', { 'GET(bar: string)': 'undefined' })) },
  [
    ['C180', 'POST /foo/bar', 405, undefined, { allow: 'GET, HEAD, OPTIONS' }],
    ['C181', 'GET /foo/bar/che', 404],
    ['C182', 'GET /foo/bar', 204, null],
  ],
);
await describeResponses(
  'a segment and a name',
  {
    'index.ts': moduleSource(
      resultController('Foo', { 'GET(bar: string, { che }: { che: string })': 'void che' }),
    ),
  },
  [['C185', 'GET /foo/bar?che=1', 204, null]],
);

await describeResponses(
  'a parameter',
  { 'index.ts': moduleSource(echoController(':Default', 'GET(foo: string)')) },
  [
    ['C192', 'GET /a/', 200, foo('a')],
    ['C193', 'GET /a', 200, foo('a')],
    ['C195', 'GET /a?foo=b', 400],
    ['C196', 'GET /a/b', 404],
  ],
);
await describeResponses(
  'a key',
  { 'index.ts': moduleSource(echoController(':Default', 'GET({ foo }: { foo: string })')) },
  [
    ['C198', 'GET /?foo=a', 200, foo('a')],
    ['C199', 'GET /', 400],
    ['C200', 'GET /a', 404],
  ],
);
await describeResponses(
  'a parameter before the rest',
  {
    'index.ts': moduleSource(
      echoController(':Default', 'GET(foo: string, kwargs: Record<string, unknown>, ...args: string[])'),
    ),
  },
  [
    ['C206', 'GET /', 404],
    [
      'C206',
      'GET /a/b?c=d',
      200,
      { handler: ':Default.GET', params: { foo: 'a', kwargs: { c: 'd' }, args: ['b'] } },
    ],
  ],
);
await describeResponses(
  'segments that are numbers',
  { 'index.ts': moduleSource(echoController(':Default', 'GET(a: number, b: number | null = null)')) },
  [
    ['C210', 'GET /1/2/3', 404],
    ['C211', 'GET /', 404],
    ['C212', 'GET /x', 404],
    ['C210', 'GET /1', 200, { handler: ':Default.GET', params: { a: 1, b: null } }],
  ],
);
