import { expect } from 'vitest';
import { echoController, moduleSource } from './class-sources.ts';
import { form, json, describeErrors, describeResponses, type Row } from './describe-cases.ts';

/** Declares tests of GET requests with a key `v` of this type. */
async function types(type: string, ...rows: readonly Row[]): Promise<void> {
  const files = {
    'index.ts': `import type { Color } from './types.ts';\n${moduleSource(echoController(':Default', `GET({ v }: { v: ${type} })`))}`,
    'types.ts': "export type Color = 'red' | 'blue';",
  };
  await describeResponses(`v: ${type}`, files, rows);
}
const v = (value: unknown): object => ({ handler: ':Default.GET', params: { v: value } });

await types(
  'number',
  ['C214', 'GET /?v=-5', 200, v(-5)],
  ['C216', 'GET /?v=1.5', 200, v(1.5)],
  ['C218', 'GET /?v=', 400],
  ['C220', 'GET /?v=1e3', 200, v(1000)],
  ['C259', 'GET /?v=1&v=2', 200, v(2)],
);
await types('number | null', ['C251', 'GET /?v=5', 200, v(5)]);
await types(
  'boolean',
  ['C224', 'GET /?v=1', 200, v(true)],
  ['C225', 'GET /?v=yes', 200, v(true)],
  ['C228', 'GET /?v=false', 200, v(false)],
  ['C231', 'GET /?v=no', 200, v(false)],
  ['C232', 'GET /?v=off', 200, v(false)],
  ['C233', 'GET /?v=f', 400],
  ['C236', 'GET /?v=2', 400],
);
await types('number[]', ['C239', 'GET /?v=1&v=2,3', 200, v([1, 2, 3])], ['C241', 'GET /', 400]);
await types('string[]', ['C242', 'GET /?v=a%2Cb', 200, v(['a,b'])]);
await types('Date', ['C245', 'GET /?v=x', 400]);
await types(
  'string',
  ['C247', 'GET /?v=12345678123456781234567812345678', 200, v('12345678123456781234567812345678')],
  ['C256', 'GET /?v=5', 200, v('5')],
);
await types('Color', ['C249', 'GET /?v=red', 200, v('red')], ['C250', 'GET /?v=green', 400]);
await types('{ [name: string]: unknown }', ['C255', 'GET /?v=a', 400]);
await types('unknown', ['C258', 'GET /?v=5', 200, v('5')]);
await types("1 | 2 | 'x'", ['C263', 'GET /?v=3', 400], ['C263', 'GET /?v=2', 200, v(2)]);

await describeResponses(
  'casts of defaults',
  {
    'index.ts': moduleSource(
      echoController(
        ':Default',
        "GET(n = 5 as 5 | 6, { s = 'asc' as 'asc' | 'desc', t = 'a' satisfies 'a' | 'b', u = 'x' as const, l = [] as number[], m = `v1` as `v${number}` })",
      ),
    ),
  },
  [
    ['C249', 'GET /', 200, expect.objectContaining({ params: expect.objectContaining({ n: 5, s: 'asc' }) })],
    ['C249', 'GET /6?s=desc&t=b&u=x&l=1,2&m=v2', 200],
    ['C250', 'GET /7', 404],
    ['C250', 'GET /?n=7', 400],
    ...['s=up', 't=c', 'u=y', 'l=x', 'm=w2'].map((query): Row => ['C250', `GET /?${query}`, 400]),
  ],
);

const controllerWith = (type: string): Readonly<Record<string, string>> => ({
  'index.ts': moduleSource(echoController(':Default', `GET({ v }: { v: ${type} })`)),
});
describeErrors('a union of two types', controllerWith('number | string'), [
  ['C254', 'W3401 type-unknown: Default.GET: the type number | string is not supported'],
]);
describeErrors('an undeclared type', controllerWith('Decimal'), [
  ['C246', 'W3401 type-unknown: Default.GET: the type Decimal is not supported'],
]);

const post = (value: unknown): object => ({ handler: ':Default.POST', params: { foo: value } });
await describeResponses(
  'a union of literals',
  { 'index.ts': moduleSource(echoController(':Default', 'POST(foo: 1 | 2 | 3)')) },
  [
    ['C264', form('POST /', 'foo=1'), 200, post(1)],
    ['C265', form('POST /', 'foo=8'), 400],
  ],
);
await describeResponses(
  'an array of a union of literals',
  { 'index.ts': moduleSource(echoController(':Default', 'POST(foo: (1 | 2)[])')) },
  [
    ['C266', form('POST /', 'foo=1,2'), 200, post([1, 2])],
    ['C267', form('POST /', 'foo=1,2,3'), 400],
  ],
);

/** Declares tests of GET requests with a key `foo` that the schema validates. */
async function schemas(schema: string, ...rows: readonly Row[]): Promise<void> {
  const statics = `static params = { GET: z.object({ foo: ${schema} }) };`;
  await describeResponses(
    schema,
    {
      'index.ts': moduleSource(
        echoController(`:Default extends Controller ${statics}`, 'GET({ foo }: { foo: unknown })'),
      ),
    },
    rows,
  );
}
const foo = (value: unknown): object => ({ handler: ':Default.GET', params: { foo: value } });
await schemas('z.number().min(100)', ['C271', 'GET /?foo=200', 200, foo(200)], ['C271', 'GET /?foo=99', 400]);
await schemas('z.number().max(100)', ['C274', 'GET /?foo=100', 200, foo(100)]);
await schemas('z.number().min(100).max(200)', ['C276', 'GET /?foo=150', 200, foo(150)]);
await schemas('z.string().min(2).max(4)', ['C280', 'GET /?foo=barbar', 400]);
await schemas(
  'z.string().regex(/^\\S+@\\S+$/)',
  ['C282', 'GET /?foo=%20foo@bar.com', 400],
  ['C282', 'GET /?foo=foo@bar.com', 200, foo('foo@bar.com')],
);
await schemas('z.number()', ['C285', 'GET /?foo=2', 200, foo(2)], ['C285', 'GET /?foos=2', 400]);
await schemas('z.string().min(1)', ['C290', 'GET /?foo=a', 200, foo('a')], ['C291', 'GET /?foo=', 400]);

/** Declares tests of POST requests with a key `n` of this type. */
async function bodies(type: string, ...rows: readonly Row[]): Promise<void> {
  await describeResponses(
    `n: ${type} in JSON`,
    { 'index.ts': moduleSource(echoController(':Default', `POST({ n }: { n: ${type} })`)) },
    rows,
  );
}
const n = (value: unknown): object => ({ handler: ':Default.POST', params: { n: value } });
await bodies(
  'number',
  ['C292', json('POST /', { n: 5 }), 200, n(5)],
  ['C294', json('POST /', { n: 5.7 }), 200, n(5.7)],
  ['C295', json('POST /', { n: null }), 400],
  ['C297', json('POST /?n=1', { n: 2 }), 200, n(2)],
  ['C299', json('POST /7', {}), 404],
);
await bodies('boolean', ['C301', json('POST /', { n: 0 }), 400]);
await bodies(
  'number[]',
  ['C303', json('POST /', { n: ['1', 2] }), 400],
  ['C304', json('POST /', { n: 5 }), 400],
);
