import { cors, Toolkit, type Router } from '@writ/http';
import { inject, type InjectRequest } from '@writ/http/testing';
import { describeTransports, type ClientFactory } from '@writ/http/testing/transports';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { annotated } from './injection-annotated.ts';
import { controllers } from './injection-controllers.ts';

/** The routers of the front ends, for all transports, because reading controllers from source takes time. */
const routers = new Map<Front[1], Promise<Router>>();

/** A router with a policy that may copy input into responses even without a route. */
function routerOf(make: Front[1]): Promise<Router> {
  const created = async (): Promise<Router> =>
    (await make(new Toolkit())).use('/none', cors({ origin: /[^]*/, credentials: true }));
  const router = routers.get(make) ?? created();
  routers.set(make, router);
  return router;
}

/** Strings that could inject a header, a log line or a terminal escape sequence. */
const PAYLOADS: readonly (readonly [what: string, text: string])[] = [
  ['CR LF and a header', 'a\r\nx-planted: 1\r\n\r\n<script>planted</script>'],
  ['LF and a header', 'a\nx-planted: 1\nwrit.http error: planted'],
  ['CR and a header', 'a\rx-planted: 1\rset-cookie: planted=1'],
  ['characters whose last byte is CR or LF', 'a\u010d\u010ax-planted: 1\u560d\u560ax-planted: 2'],
  ['line separators', 'a\u2028x-planted: 1\u2029\u0085planted'],
  ['NUL', 'a\u0000planted'],
  ['terminal control sequences', 'a\u001b[2J\u009b2J\u0007\u007f'],
  ['characters that change the text direction', 'a\u202eplanted\u2066\u200f'],
  ['a quote and an authentication challenge', 'a", Bearer realm="planted'],
  ['markup', '<script>planted</script>&"\''],
];

type Place = readonly [place: string, request: (text: string) => InjectRequest];
const uri = encodeURIComponent;
const queries = (...paths: string[]): Place[] =>
  paths.map((path) => [path, (text) => ({ url: `${path}?text=${uri(text)}` })]);
/** Strings that every transport accepts in a header. */
const inHeader = (text: string): string => text.replaceAll(/[^\t -~\u0080-\u00ff]/g, ' ').trim();

/** Requests that neither front end passes to a handler. */
const COMMON: readonly Place[] = [
  ['a path', (text) => ({ url: `/${uri(text)}` })],
  [
    'a path with a method that is not allowed',
    (text) => ({ method: 'DELETE', url: `/set;${uri(text)}?text=a` }),
  ],
  ['the name of a query parameter', (text) => ({ url: `/number?text=1&${uri(text)}=1` })],
  ['the value of a query parameter', (text) => ({ url: `/number?text=${uri(text)}` })],
  ['a key in JSON', (text) => ({ method: 'POST', url: '/body', json: { [text]: 1 } })],
  [
    'a nested key in JSON',
    (text) => ({ method: 'POST', url: '/body', json: { title: { [text]: { [text]: 1 } } } }),
  ],
  [
    'a body that is not valid JSON',
    (text) => ({
      method: 'POST',
      url: '/body',
      body: `{${text}`,
      headers: { 'content-type': 'application/json' },
    }),
  ],
  [
    'the name of a form field',
    (text) => ({
      method: 'POST',
      url: '/body',
      body: `${uri(text)}=1`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  ],
  [
    'a media type',
    (text) => ({
      method: 'POST',
      url: '/body',
      body: '{}',
      headers: { 'content-type': `application/${inHeader(text)}` },
    }),
  ],
  [
    'a charset',
    (text) => ({
      method: 'POST',
      url: '/body',
      body: '{}',
      headers: { 'content-type': `application/json; charset=${inHeader(text)}` },
    }),
  ],
  [
    'the header Accept',
    (text) => ({ url: '/set?text=a', headers: { accept: `application/${inHeader(text)}` } }),
  ],
  ['an origin', (text) => ({ url: '/cors', headers: { origin: inHeader(text) } })],
  ['an origin that a function allows', (text) => ({ url: '/cross', headers: { origin: inHeader(text) } })],
  ...['/cors', '/cross', '/none'].map((url): Place => [
    `a preflight for ${url}`,
    (text) => ({
      method: 'OPTIONS',
      url,
      headers: {
        origin: inHeader(text),
        'access-control-request-method': inHeader(text),
        'access-control-request-headers': inHeader(text),
      },
    }),
  ]),
  [
    'a trace context',
    (text) => ({
      url: '/throws?text=a',
      headers: { traceparent: inHeader(text), tracestate: inHeader(text) },
    }),
  ],
  ['an escaped host', (text) => ({ url: '/throws?text=a', headers: { host: uri(text) } })],
];

/** Not for HTTP/2, because `node:http2` resets requests whose host contains invalid characters. */
const HOST: Place = ['the host', (text) => ({ url: '/throws?text=a', headers: { host: inHeader(text) } })];

type Front = readonly [
  name: string,
  make: (toolkit: Toolkit) => Router | Promise<Router>,
  places: readonly Place[],
];

const FRONTS: readonly Front[] = [
  [
    'annotations',
    annotated,
    [
      ...COMMON,
      ...queries(
        '/set',
        '/append',
        '/vary',
        '/name',
        '/type',
        '/rest',
        '/rests',
        '/typed',
        '/created',
        '/see-other',
        '/cookie',
        '/web',
        '/blob',
        '/filter',
      ),
      ...queries('/event-name', '/event-id', '/event-data', '/error-detail', '/error-header', '/error-list'),
      ...queries('/throws', '/throws-text', '/throws-named', '/logs'),
      [
        'a header that should be a number',
        (text) => ({ url: '/header', headers: { 'x-text': inHeader(text) } }),
      ],
      [
        'a cookie that should be a number',
        (text) => ({ url: '/sent-cookie', headers: { cookie: `text=${uri(text)}` } }),
      ],
    ],
  ],
  [
    'controllers',
    controllers,
    [
      ...COMMON,
      ...queries(
        '/set',
        '/name',
        '/redirect',
        '/redirect-within',
        '/type',
        '/typed',
        '/page',
        '/names',
        '/rest',
        '/web',
        '/of-blob',
      ),
      ...queries('/denied', '/forbid', '/conflict', '/throws', '/logs', '/level'),
      ['a path segment', (text) => ({ url: `/path/${uri(text)}` })],
      ['a superfluous path segment', (text) => ({ url: `/path/1/${uri(text)}` })],
    ],
  ],
];

const ACCEPTS = ['application/problem+json', 'text/plain', 'text/html'];
const CONTROLS =
  // oxlint-disable-next-line no-control-regex -- these characters are under test
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f]/;

// The format of a response does not depend on the transport, so that every input is sent with each of them only here.
describe('request input', () =>
  testInput(
    (router) => Promise.resolve((request) => inject(router, request)),
    FRONTS,
    () => ACCEPTS,
  ));

describeTransports('request input', (serve) => testInput(serve, FRONTS));

describeTransports(
  'the host of a request',
  (serve) =>
    testInput(
      serve,
      FRONTS.map(([front, make]) => [front, make, [HOST]]),
    ),
  { except: ['http2'] },
);

function testInput(
  serve: ClientFactory,
  fronts: readonly Front[],
  acceptsOf = (index: number) => [ACCEPTS[index % ACCEPTS.length]!],
): void {
  let log = '';
  beforeEach(() => {
    log = '';
    vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
      log += String(chunk);
      return true;
    });
  });
  afterEach(() => void vi.restoreAllMocks());

  it.each(
    fronts.flatMap(([front, make, places]) =>
      PAYLOADS.map(([what, text], payload) => [front, what, text, make, places, payload] as const),
    ),
  )(
    'never becomes a header, markup, a log line or a terminal sequence with %s: %s',
    async (_front, _what, text, make, places, payload) => {
      const client = await serve(await routerOf(make));
      for (const [index, [place, request]] of places.entries()) {
        for (const accept of acceptsOf(payload + index)) {
          log = '';
          const given = request(text);
          const response = await client({ ...given, headers: { accept, ...given.headers } });
          expect([place, accept, ...faultsIn(response.headers, response.cookies)]).toEqual([place, accept]);
          expect([place, accept, ...faultsInBody(response.headers['content-type'], response)]).toEqual([
            place,
            accept,
          ]);
          expect([place, ...faultsInLog(log)]).toEqual([place]);
        }
      }
    },
  );
}

function faultsIn(headers: Readonly<Record<string, string>>, cookies: readonly string[]): string[] {
  const wrong = Object.entries(headers).filter(
    ([name, value]) => name.startsWith('x-planted') || !/^[\w-]+$/.test(name) || /[\r\n\0]/.test(value),
  );
  return [
    ...wrong.map(([name]) => `header ${name}`),
    ...cookies.filter((cookie) => cookie.startsWith('planted')),
  ];
}

/** Only problem documents are checked, because a handler may send any body. */
function faultsInBody(
  type: string | undefined,
  { status, text }: { status: number; text(): string },
): string[] {
  if (status < 400) return [];
  const body = text();
  if (type === 'application/problem+json') return body.includes('\n') ? ['JSON with line breaks'] : [];
  const isHtml = type?.startsWith('text/html') === true;
  if (isHtml && /<script|&(?!amp;|lt;|gt;|quot;|#39;)/.test(body)) return ['markup'];
  return CONTROLS.test(body) ? [`controls in ${type}: ${JSON.stringify(body)}`] : [];
}

function faultsInLog(log: string): string[] {
  if (log === '') return [];
  const lines = log.replace(/\n$/, '').split('\n');
  const forged = lines.filter(
    (line) => !/^(writ\.http (warn|error|debug): |  )/.test(line) || /^writ\.http \w+: planted/.test(line),
  );
  return [...forged, ...(CONTROLS.test(log) ? [`controls: ${JSON.stringify(log)}`] : [])];
}
