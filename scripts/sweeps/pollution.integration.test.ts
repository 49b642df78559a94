import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadControllers } from '@writ/controllers';
import { files, PathParam, route, Router, Toolkit } from '@writ/http';
import type { JsonMapper } from '@writ/http/kernel';
import { inject, type InjectRequest } from '@writ/http/testing';
import { describeTransports, type ClientFactory } from '@writ/http/testing/transports';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { removeLayout, writeLayout } from '../../packages/controllers/test/layout.ts';
import { annotated, headerOf } from './pollution-annotated.ts';
import { controllers } from './pollution-controllers.ts';
import { builtInKeys, faultsIn, PLANTED, RECEIVED } from './received.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const FORM = 'application/x-www-form-urlencoded';

/** Assigns keys as parsers of other formats do, so that `__proto__` sets the prototype. */
const assigning: JsonMapper = {
  parse: (text: string) => revive(JSON.parse(text)),
  stringify: (value: unknown) => JSON.stringify(value),
};

function revive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revive);
  if (typeof value !== 'object' || value === null) return value;
  const object: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) object[key] = revive(inner);
  return object;
}

type Front = (toolkit: Toolkit, name: string) => Router | Promise<Router>;

const routers = new Map<string, Promise<Router>>();

/** Created once for all transports, because reading controllers from source takes time. */
function routerOf(front: Front, name: string, mapper: JsonMapper): Promise<Router> {
  const key = `${front.name} ${name} ${mapper === JSON}`;
  const router =
    routers.get(key) ?? Promise.resolve(front(new Toolkit({ logger: silent, json: mapper }), name));
  routers.set(key, router);
  return router;
}
type Place = readonly [place: string, front: Front, request: (name: string) => InjectRequest];

const uri = encodeURIComponent;
const ask = (path: string, query: (name: string) => string) => (name: string) => ({
  url: `${path}?${query(name)}`,
});
const assigned = (name: string): string => `${uri(name)}=${PLANTED}`;
const send = (url: string, type: string, body: (name: string) => string) => (name: string) => ({
  method: 'POST',
  url,
  body: body(name),
  headers: { 'content-type': type },
});
const json = (url: string, body: (key: string) => string) =>
  send(url, 'application/json', (name) => body(JSON.stringify(name)));
const planted = `{"${PLANTED}":"${PLANTED}","constructor":{"prototype":{"${PLANTED}":1}}}`;
const plain = `{"${PLANTED}":"${PLANTED}"}`;
const part = (head: string, body: string = PLANTED): string =>
  `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n--b--\r\n`;
const parts = (url: string, body: (name: string) => string) =>
  send(url, 'multipart/form-data; boundary=b', body);
const quoted = (name: string): string => name.replaceAll('"', '%22');

/** JSON bodies with the name as a key: at the top level, nested, in an array. */
const inJson = (url: string): readonly (readonly [string, (name: string) => InjectRequest])[] => [
  ['at the top level', json(url, (key) => `{${key}:${plain}}`)],
  ['at the top level, as a string', json(url, (key) => `{${key}:"${PLANTED}"}`)],
  ['with escapes', json(url, (key) => `{${escaped(key)}:${plain}}`)],
  [
    'twice, the second time with additional keys',
    json(url, (key) => `{"title":"a",${key}:1,${key}:${planted}}`),
  ],
  ['nested', json(url, (key) => `{"title":"a","inner":{${key}:${plain}},"all":{"a":{${key}:${plain}}}}`)],
  ['in an array', json(url, (key) => `[{${key}:${plain}},{"any":[{${key}:${plain}}]}]`)],
];
const escaped = (key: string): string =>
  `"${[...(JSON.parse(key) as string)].map((char) => `\\u${char.codePointAt(0)!.toString(16).padStart(4, '0')}`).join('')}"`;

const rows = (front: Front, urls: readonly string[]): Place[] =>
  urls.flatMap((url) =>
    inJson(url).map(([where, request]) => [`JSON of ${url}, ${where}`, front, request] as const),
  );

const PLACES: readonly Place[] = [
  ['a query', annotated, ask('/query', assigned)],
  ['a repeated query parameter', annotated, ask('/queries', (name) => `${assigned(name)}&${assigned(name)}`)],
  ['a query with brackets', annotated, ask('/query', (name) => `${uri(name)}[${PLANTED}]=1`)],
  ['a query with dots', annotated, ask('/query', (name) => `${uri(name)}.${PLANTED}=1`)],
  ['a value of an enum', annotated, ask('/enum', (name) => `level=${uri(name)}`)],
  ['a value of a list of allowed values', annotated, ask('/one-of', (name) => `level=${uri(name)}`)],
  [
    'JSON in a query',
    annotated,
    ask('/filter', (name) => `filter=${uri(`{${JSON.stringify(name)}:${planted}}`)}`),
  ],
  ['a matrix parameter', annotated, (name) => ({ url: `/matrix;${assigned(name)}` })],
  ['a path', annotated, (name) => ({ url: `/path/${uri(name)}` })],
  ['a header', annotated, (name) => ({ url: '/header', headers: { [headerOf(name)]: PLANTED } })],
  ['a cookie', annotated, (name) => ({ url: '/cookie', headers: { cookie: assigned(name) } })],
  ['a query parameter of a bean', annotated, ask('/bean', assigned)],
  ['a cookie of a bean', annotated, (name) => ({ url: '/bean', headers: { cookie: assigned(name) } })],
  [
    'every part of a request',
    annotated,
    (name) => ({
      url: `/request?${assigned(name)}`,
      headers: { cookie: `${assigned(name)}; ${assigned(name)}`, [headerOf(name)]: PLANTED },
    }),
  ],
  ['a form', annotated, send('/form', FORM, assigned)],
  ['a multipart form', annotated, parts('/form', (name) => part(`name="${quoted(name)}"`))],
  [
    'the file name of an upload',
    annotated,
    parts('/files', (name) => part(`name="${quoted(name)}"; filename="${quoted(name)}"`)),
  ],
  ...rows(annotated, ['/class', '/object', '/anything', '/structure', '/classes']),
  ['a query', controllers, ask('/query', assigned)],
  [
    'a repeated query parameter',
    controllers,
    ask('/queries', (name) => `${assigned(name)}&${assigned(name)}`),
  ],
  ['a query with brackets', controllers, ask('/rest', (name) => `${uri(name)}[${PLANTED}]=1`)],
  ['undeclared names', controllers, ask('/rest', assigned)],
  ['an index signature', controllers, ask('/indexes', assigned)],
  ['a value of an enum', controllers, ask('/enum', (name) => `level=${uri(name)}`)],
  ['a value of a union', controllers, ask('/union', (name) => `level=${uri(name)}`)],
  ['a path', controllers, (name) => ({ url: `/path/${uri(name)}` })],
  ['a path with several segments', controllers, (name) => ({ url: `/paths/${uri(name)}/${uri(name)}` })],
  ['a path without a route', controllers, (name) => ({ url: `/${uri(name)}/${uri(name)}` })],
  [
    'every part of a request',
    controllers,
    (name) => ({
      url: `/request?${assigned(name)}`,
      headers: { cookie: `${assigned(name)}; ${assigned(name)}`, [headerOf(name)]: PLANTED },
    }),
  ],
  ['a form with undeclared names', controllers, send('/rest', FORM, assigned)],
  ['a form for an index signature', controllers, send('/indexes', FORM, assigned)],
  ['a form for a record', controllers, send('/records', FORM, assigned)],
  ['a multipart form', controllers, parts('/rest', (name) => part(`name="${quoted(name)}"`))],
  [
    'the name of a file field',
    controllers,
    parts('/files', (name) => part(`name="${quoted(name)}"; filename="a"`)),
  ],
  [
    'the file name of an upload',
    controllers,
    parts('/files', (name) => part(`name="file"; filename="${quoted(name)}"`)),
  ],
  ...rows(controllers, [
    '/rest',
    '/indexes',
    '/records',
    '/structure',
    '/named',
    '/nested',
    '/unknown',
    '/places',
  ]),
];

/** Names that refer to an object's prototype or to inherited members. */
const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  'then',
  `__proto__[${PLANTED}]`,
  `__proto__.${PLANTED}`,
  `constructor.prototype.${PLANTED}`,
  `constructor[prototype][${PLANTED}]`,
  '["__proto__"]',
  '/__proto__/planted',
];

let values: unknown[] = [];
const collect = (message: unknown): void => void values.push(message);
beforeEach(() => {
  values = [];
  subscribe(RECEIVED, collect);
});
afterEach(() => void unsubscribe(RECEIVED, collect));

/** Declares a test for each front end and name, which sends a request for each place. */
function testPlaces(
  serve: ClientFactory,
  mapper: JsonMapper,
  places: readonly Place[],
  names: readonly string[] = NAMES,
): void {
  it.each(
    [...new Set(places.map(([, front]) => front))].flatMap((front) =>
      names.map((name) => [front.name, name, front] as const),
    ),
  )('pollutes no prototype through any value of %s: %s', async (_front, name, front) => {
    const client = await serve(await routerOf(front, name, mapper));
    for (const [place, each, request] of places) {
      if (each !== front) continue;
      const before = builtInKeys();
      values = [];
      const response = await client(request(name));
      const isAnswered = [200, 400, 404, 415].includes(response.status);
      const status = isAnswered ? 'fine' : response.status;
      const changed = builtInKeys() === before ? [] : ['a built-in object'];
      expect([place, status, ...faultsIn(values), ...changed]).toEqual([place, 'fine']);
    }
  });
}

const inProcess: ClientFactory = (router) => Promise.resolve((request) => inject(router, request));

// The mapper receives the same text over every transport.
describe('an inherited property name that the JSON mapper assigns', () => {
  testPlaces(
    inProcess,
    assigning,
    PLACES.filter(([place]) => place.startsWith('JSON')),
  );
});

describe('any inherited property name', () => testPlaces(inProcess, JSON, PLACES));

// Every transport passes names to the same bindings, which have received all names in the tests above.
const SENT = ['__proto__', 'constructor', `__proto__[${PLANTED}]`];

describeTransports('an inherited property name', (serve) => {
  testPlaces(serve, JSON, PLACES, SENT);

  it.each(['toString', 'valueOf', 'constructor', '__proto__', 'hasOwnProperty', '__defineGetter__'])(
    'is not a value of a request that does not contain it: %s',
    async (name) => {
      for (const front of [annotated, controllers]) {
        const client = await serve(await routerOf(front, name, JSON));
        const empty: InjectRequest[] = [
          ...['/query', '/queries', '/matrix', '/header', '/cookie', '/bean'].map((url) => ({ url })),
          { method: 'POST', url: '/form', body: 'a=1', headers: { 'content-type': FORM } },
          { method: 'POST', url: '/structure', json: {} },
          { method: 'POST', url: '/named', json: {} },
        ];
        for (const request of empty) {
          values = [];
          const { status } = await client(request);
          if (status === 404) continue;
          expect([request.url, status]).toEqual([request.url, 200]);
          expect(faultsIn(values)).toEqual([]);
          expect(JSON.stringify(values)).toMatch(/^\[\[(null|\{\}|null,null)\]\]$/);
        }
      }
    },
  );
});

describeTransports('the look-up of a media type by file extension', (serve) => {
  it.each(['constructor', 'toString', '__proto__', 'valueOf', 'hasOwnProperty'])(
    'does not find inherited members for the file a.%s',
    async (extension) => {
      const root = mkdtempSync(join(tmpdir(), 'writ-sweep-'));
      onTestFinished(() => rmSync(root, { recursive: true }));
      writeFileSync(join(root, `a.${extension}`), 'content');
      const router = new Router(new Toolkit({ logger: silent })).add(
        route({
          method: 'GET',
          path: '/{name}',
          bindings: [PathParam('name', String)],
          scopes: [{ writer: files(root) }],
          handler: (name) => name,
        }),
      );
      const client = await serve(router);
      const { status, headers, text } = await client(`/a.${extension}`);
      expect([status, headers['content-type'], text()]).toEqual([200, 'application/octet-stream', 'content']);
    },
  );

  it('does not find inherited members for the extension in the path of a controller', async () => {
    const directory = writeLayout({
      'app/index.ts': 'export class Notes_constructor extends Controller { GET() { return "content"; } }',
    });
    const { matcher, diagnostics } = await loadControllers({ directory, prefixes: ['app'] });
    removeLayout(directory);
    const router = new Router(new Toolkit({ logger: silent })).mount(matcher).report(...diagnostics);
    const { status, headers, text } = await (await serve(router))('/notes.constructor');
    expect([status, headers['content-type'], text()]).toEqual([200, 'application/octet-stream', 'content']);
  });
});
