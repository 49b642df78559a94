import { ALL, resultController, moduleSource } from './class-sources.ts';
import { json, describeResponses, withHeaders, type Row } from './describe-cases.ts';

/** Declares tests of handlers that return the value of an expression on the request. */
async function describeExpression(name: string, value: string, ...rows: readonly Row[]): Promise<void> {
  const handlers = { [`GET(${ALL})`]: `({ v: ${value} })`, [`POST(${ALL})`]: `({ v: ${value} })` };
  await describeResponses(name, { 'index.ts': moduleSource(resultController('Default', handlers)) }, rows);
}

const ip = (headers: Readonly<Record<string, string>>): Row[1] => withHeaders('GET /', headers);
await describeExpression(
  'the remote address is not taken from headers',
  "['54.241.34.107', '172.252.0.1', ''].includes(this.request.remoteAddress ?? 'none')",
  ['C448', ip({ 'x-forwarded-for': '54.241.34.107' }), 200, { v: false }],
  ['C449', ip({ 'x-forwarded-for': '127.0.0.1, 54.241.34.107' }), 200, { v: false }],
  ['C451', ip({ 'remote-addr': '172.252.0.1' }), 200, { v: false }],
  ['C452', ip({ 'remote-addr': '10.0.2.2', via: '1.1 proxy.test:80' }), 200, { v: false }],
);
await describeExpression(
  'negotiate reads Accept',
  "negotiate(this.request.headers.get('accept'), ['text/html', 'application/json'])",
  ['C458', withHeaders('GET /', { accept: 'application/json' }), 200, { v: 'application/json' }],
);
await describeExpression(
  'the scheme of Authorization',
  "this.request.headers.get('authorization')?.split(' ')[0]",
  ['C461', withHeaders('GET /', { authorization: 'Basic FOOBAR' }), 200, { v: 'Basic' }],
);
await describeExpression('cookies', 'this.request.cookies', [
  'C465',
  withHeaders('GET /', { cookie: 'a=1; b=2' }),
  200,
  { v: { a: '1', b: '2' } },
]);
await describeExpression('positional and named arguments of a request', '[args, kwargs]', [
  'C466',
  json('POST /x?a=1', { b: 2 }),
  200,
  { v: [['x'], { a: '1', b: 2 }] },
]);
await describeExpression(
  'the charset of the Content-Type',
  "/charset=(.*)/.exec(this.request.headers.get('content-type')!)?.[1] ?? null",
  ['C468', json('POST /', {}), 200, { v: null }],
);
await describeExpression(
  'method, path and URL of a request',
  '[this.request.method, this.request.path, this.request.url.pathname + this.request.url.search, this.request.url.protocol]',
  ['C469', 'GET /x?a=1', 200, { v: ['GET', '/x', '/x?a=1', 'http:'] }],
);
