import { expect } from 'vitest';
import { resultController, moduleSource } from './class-sources.ts';
import { raw, describeResponses, describeWarnings, withHeaders, type Row } from './describe-cases.ts';

/** Declares tests of the response to a GET handler with this body or result. */
async function describeResult(name: string, body: string, ...rows: readonly Row[]): Promise<void> {
  await describeResponses(
    name,
    { 'index.ts': moduleSource(resultController('Default', { GET: body })) },
    rows,
  );
}
const JSON_TYPE = { 'content-type': 'application/json' };
const NO_TYPE = { 'content-type': undefined };
const CSV = { 'content-type': 'text/csv; charset=utf-8' };

await describeResult('a number', '5', ['C345', 'GET /', 200, 5, JSON_TYPE]);
await describeResult('zero', '0', ['C346', 'GET /', 200, 0, JSON_TYPE]);
await describeResult('a fraction', '1.5', ['C347', 'GET /', 200, 1.5, JSON_TYPE]);
await describeResult('an empty array', '[]', ['C350', 'GET /', 200, [], JSON_TYPE]);
await describeResult('an array', '[1]', ['C351', 'GET /', 200, [1], JSON_TYPE]);
await describeResult('an empty object', '({})', ['C352', 'GET /', 200, {}, JSON_TYPE]);
await describeResult('an object', "({ a: 'é' })", ['C355', 'GET /', 200, { a: 'é' }, JSON_TYPE]);
await describeResult('a status alone', 'this.response.status = 202; return undefined;', [
  'C357',
  'GET /',
  202,
  null,
  NO_TYPE,
]);
await describeResult(
  'a string as JSON',
  "this.response.headers.set('content-type', 'application/json'); return 'a';",
  ['C360', 'GET /', 200, 'a', JSON_TYPE],
);
await describeResult(
  'a string with the type text/plain',
  "this.response.headers.set('content-type', 'text/plain'); return 'x';",
  ['C361', 'GET /', 200, raw('x'), { 'content-type': 'text/plain' }],
);
await describeResult('text() with a custom type', "text('success', 'plain/text')", [
  'C362',
  'GET /',
  200,
  raw('success'),
  { 'content-type': 'plain/text' },
]);
await describeResult('markdown', "text('a', 'text/markdown')", [
  'C363',
  'GET /',
  200,
  raw('a'),
  { 'content-type': 'text/markdown; charset=utf-8' },
]);
await describeResponses(
  'classes with extensions',
  {
    'index.ts': moduleSource(
      resultController('Foo_xml', { GET: "''" }),
      resultController('Foo_json', { GET: "'a'" }),
    ),
  },
  [
    ['C365', 'GET /foo.xml', 200, raw(''), { 'content-type': 'text/xml; charset=utf-8' }],
    ['C366', 'GET /foo.json', 200, raw('a'), JSON_TYPE],
  ],
);
const problemOf500 = expect.not.objectContaining({ detail: expect.anything() });
await describeResponses(
  'results that an extension cannot represent',
  {
    'index.ts': moduleSource(
      resultController('Rows_csv', {
        'GET(key: string)':
          "const all: Record<string, unknown> = { object: { a: 1 }, array: [1], map: new Map(), note: new (class Note {})(), number: 5, big: 5n, none: null, text: 'a,b', bytes: new Uint8Array([65]), stream: new Blob(['s']).stream() }; return all[key];",
        'async *POST()': 'yield { a: 1 }',
        'async *PUT()': "yield 'a,b\\n'; yield 'c,d\\n'; return undefined;",
        PATCH:
          "this.response.headers.set('content-type', 'application/json'); return JSON.parse('[1]') as unknown;",
      }),
      resultController('Shape_geojson', { GET: "({ type: 'Point' })" }),
    ),
  },
  [
    ['C365', 'GET /rows.csv/object', 200, { a: 1 }, CSV],
    ['C365', 'GET /rows.csv/array', 200, [1], CSV],
    ['C365', 'GET /rows.csv/note', 200, {}, CSV],
    ['C365', 'GET /rows.csv/map', 500, problemOf500],
    ['C365', 'GET /rows.csv/number', 200, raw('5'), CSV],
    ['C365', 'GET /rows.csv/big', 200, raw('5'), CSV],
    ['C365', 'GET /rows.csv/none', 200, raw(''), CSV],
    ['C365', 'GET /rows.csv/text', 200, raw('a,b'), CSV],
    ['C365', 'GET /rows.csv/bytes', 200, raw('A'), CSV],
    ['C365', 'GET /rows.csv/stream', 200, raw('s'), CSV],
    ['C365', 'GET /rows.csv/gone', 204, null],
    ['C365', 'POST /rows.csv', 500, problemOf500],
    ['C365', 'PUT /rows.csv', 200, raw('a,b\nc,d\n'), CSV],
    ['C365', 'PATCH /rows.csv', 200, [1], JSON_TYPE],
    ['C366', 'GET /shape.geojson', 200, { type: 'Point' }, { 'content-type': 'application/geo+json' }],
  ],
);
describeWarnings(
  'an object from a class with an extension',
  {
    'index.ts': moduleSource(
      'interface Row { a: number }',
      resultController('One_csv', { GET: '[{ a: 1 }]' }),
      resultController('Two_txt', { 'async GET(): Promise<Row[]>': 'return JSON.parse("[]") as Row[]' }),
      resultController('Three_xml', { GET: 'if (1 > 2) return "x"; else { return ({ a: 1 }); }' }),
    ),
  },
  [
    [
      'C365',
      'warning W3305 result-form: One_csv.GET returns an object, which is sent as JSON with the content type text/csv; charset=utf-8',
    ],
    [
      'C365',
      'warning W3305 result-form: Two_txt.GET returns an object, which is sent as JSON with the content type text/plain; charset=utf-8',
    ],
    [
      'C365',
      'warning W3305 result-form: Three_xml.GET returns an object, which is sent as JSON with the content type text/xml; charset=utf-8',
    ],
  ],
);
await describeResponses(
  'a generator',
  {
    'index.ts': moduleSource(
      resultController('Default', { '*GET': 'for (let i = 0; i < 100; i += 1) yield i; return undefined' }),
    ),
  },
  [['C370', 'GET /', 200, Array.from({ length: 100 }, (_, index) => index), JSON_TYPE]],
);
await describeResult('a value that JSON cannot represent', '({ a: 1n })', [
  'C372',
  'GET /',
  500,
  expect.not.objectContaining({ detail: expect.anything() }),
]);
await describeResult('a file', "new File(['hello world'], 'a.txt', { type: 'text/plain' })", [
  'C374',
  'GET /',
  200,
  raw('hello world'),
  { 'content-type': 'text/plain', 'content-length': '11' },
]);
await describeResult('a result that the client does not accept', '({ a: 1 })', [
  'C377',
  withHeaders('GET /', { accept: 'text/html' }),
  406,
]);
await describeResult('a string that the client does not accept', "'a'", [
  'C377',
  withHeaders('GET /', { accept: 'text/html' }),
  406,
]);
await describeResult('a string that */* accepts', "'a'", [
  'C377',
  withHeaders('GET /', { accept: 'text/html, */*;q=0.1' }),
  200,
  'a',
]);
await describeResult(
  'cookies',
  "this.response.headers.append('set-cookie', 'a=1'); this.response.headers.append('set-cookie', 'b=2'); return undefined;",
  ['C379', 'GET /', 204, null, { 'set-cookie': 'a=1, b=2' }],
);

const problem = (status: number, more: object = {}): unknown => expect.objectContaining({ status, ...more });
await describeResult(
  'an unexpected error in the handler',
  "throw new TypeError('This should not cause a 404')",
  ['C382', 'GET /', 500, expect.not.objectContaining({ detail: expect.anything() })],
);
await describeResult('an HttpError', 'throw new HttpError(401)', ['C383', 'GET /', 401, problem(401)]);
await describeResult('an HttpError with a detail', "throw new HttpError(400, 'bad')", [
  'C384',
  'GET /',
  400,
  problem(400, { detail: 'bad' }),
]);
await describeResult(
  'an HttpError with extension members',
  "throw new HttpError(422, { detail: 'm', extensions: { text: 'text' } })",
  ['C386', 'GET /', 422, problem(422, { detail: 'm', text: 'text' })],
);
await describeResult('a redirect', "throw new Redirect('http://example.com')", [
  'C387',
  'GET /',
  302,
  null,
  { location: 'http://example.com', ...NO_TYPE },
]);
await describeResult('a permanent redirect', "throw new Redirect('/x', 301)", [
  'C388',
  'GET /',
  301,
  null,
  { location: '/x', ...NO_TYPE },
]);
await describeResult('AccessDenied', "throw new AccessDenied('m', 'Bearer realm=\"r\"')", [
  'C391',
  'GET /',
  401,
  problem(401, { detail: 'm' }),
  { 'www-authenticate': 'Bearer realm="r"' },
]);
await describeResult('Stop with a status', 'this.response.status = 205; throw new Stop();', [
  'C392',
  'GET /',
  205,
  null,
  NO_TYPE,
]);
await describeResult('Stop', 'throw new Stop()', ['C394', 'GET /', 204, null, NO_TYPE]);
await describeResult(
  'a status before an error',
  "this.response.status = 330; throw new RangeError('this should be the body')",
  ['C396', 'GET /', 500, problem(500)],
);

await describeResponses(
  'hooks',
  {
    'index.ts': moduleSource(
      resultController(
        'Foo',
        { GET: "this.response.headers.set('x-get', '1'); return undefined;" },
        "override before() { this.response.headers.set('x-handle', '1'); }",
      ),
      resultController(
        'Wrapped',
        { GET: '({ a: 1 })', POST: "throw new HttpError(400, 'bad')" },
        'override after(result: unknown) { return { wrapped: result }; } override onError(error: unknown) { this.response.status = 400; return { wrapped: (error as Error).message }; }',
      ),
    ),
  },
  [
    ['C476', 'GET /foo', 204, null, { 'x-handle': '1', 'x-get': '1' }],
    ['C479', 'GET /wrapped', 200, { wrapped: { a: 1 } }],
    ['C479', 'POST /wrapped', 400, { wrapped: 'bad' }],
  ],
);
