import { expect, it } from 'vitest';
import { cors, route, Router, Toolkit, type Filter } from '../index.ts';
import { recordingLogger } from '../testing/recording-logger.ts';

const toolkit = (): Toolkit => new Toolkit({ logger: recordingLogger() });
const pass: Filter = (_context, next) => next();
const writer = { name: 'Missing', instance: { write: () => {} } };
const origin = { file: '/t.ts', line: 3, className: 'Notes', method: 'one' };

const findingsOf = (router: Router): readonly string[] =>
  router
    .diagnostics()
    .filter(({ rule }) => rule === 'escape')
    .map(({ code, severity, message, hint }) => `${code} ${severity} ${message}; ${hint}`);

const ofRoute = (path: string): readonly string[] =>
  findingsOf(new Router(toolkit()).add(route({ method: 'GET', path, origin, handler: () => 1 })));

it.each([
  [String.raw`/n/{id:\\d+}`, String.raw`\\d+`, String.raw`/n/{id:\d+}`],
  [String.raw`/n/:id:\\d+`, String.raw`\\d+`, String.raw`/n/:id:\d+`],
  [String.raw`/n/{id:[\\w-]+}/x`, String.raw`[\\w-]+`, String.raw`/n/{id:[\w-]+}/x`],
  [String.raw`/n/{id:\\d{4}-\\d\\d}`, String.raw`\\d{4}-\\d\\d`, String.raw`/n/{id:\d{4}-\d\d}`],
])(
  '%s, with an escape that begins with two backslashes, is reported as an error with a hint',
  (path, regex, fixed) => {
    expect(ofRoute(path)).toEqual([
      `W2024 error GET ${path} (Notes.one): the regular expression of id, ${regex}, matches a backslash and a letter, not an escape; write '${fixed.replaceAll('\\', '\\\\')}' or String.raw\`${fixed}\``,
    ]);
  },
);

it.each([
  ['/n/{id:d+}', 'd', String.raw`/n/{id:\d+}`],
  ['/n/:id:d+', 'd', String.raw`/n/:id:\d+`],
  ['/n/{id:d{4}-d{2}}', 'd', String.raw`/n/{id:\d{4}-\d{2}}`],
  ['/n/{id:dddd-dd}', 'd', String.raw`/n/{id:\d\d\d\d-\d\d}`],
  ['/n/{id:a-(w+)}', 'w', String.raw`/n/{id:a-(\w+)}`],
  ['/n/{id:[w.-]+}', 'w', String.raw`/n/{id:[\w.-]+}`],
  ['/n/{id:[^s]*}', 's', String.raw`/n/{id:[^\s]*}`],
  ['/n/{id:\bd+}', 'd', String.raw`/n/{id:\b\d+}`],
  ['/n/{id:\ba}', 'b', String.raw`/n/{id:\ba}`],
])(
  '%j, in which an escape lacks its backslash, is reported as a warning with a hint',
  (path, letter, fixed) => {
    const [found, ...others] = ofRoute(path);
    expect(others).toEqual([]);
    expect(found).toMatch(/^W2024 warning GET /);
    expect(found).toContain(`did you mean \\${letter}?; write '${fixed.replaceAll('\\', '\\\\')}'`);
  },
);

it.each([
  '/{id:\\d+}',
  '/{id:[\\w.-]+}',
  '/{id:\\d{4}}',
  '/{id:[a-d]+}',
  '/{id:[wasd]+}',
  '/{id:s|m|l}',
  '/{id:www}',
  '/{id:words?}',
  '/{id:https*}',
  '/{id:[^\\\\]+}',
  String.raw`/{id:c:\\windows}`,
  '/{id:\\p{L}+}',
  '/d+/{id}',
])('%s is not reported', (path) => {
  expect(ofRoute(path)).toEqual([]);
});

it.each([
  [
    'a router filter',
    (regex: string) => new Router(toolkit()).use(`/x/{v:${regex}}`, pass),
    'the filter for /x/{v:REGEX}: the regular expression of v, REGEX,',
  ],
  [
    'a not-found handler',
    (regex: string) => new Router(toolkit()).notFound({ pattern: regex, writer }),
    'the pattern of the not-found handler Missing, "REGEX",',
  ],
  [
    'a CORS origin',
    (regex: string) => new Router(toolkit()).use(cors({ origin: regex })),
    'the origin of cors (router), REGEX,',
  ],
])('both kinds of wrong escapes are reported in the expression of %s', (_name, register, what) => {
  const [error, ...others] = findingsOf(register(String.raw`a-\\d+`));
  expect(others).toEqual([]);
  expect(error).toContain(`W2024 error ${what.replaceAll('REGEX', String.raw`a-\\d+`)} matches a backslash`);
  const [warning, ...more] = findingsOf(register('a-d+'));
  expect(more).toEqual([]);
  expect(warning).toContain(`W2024 warning ${what.replaceAll('REGEX', 'a-d+')} has the letter d`);
});

it('a finding about an escape contains the location of the route', () => {
  const [found] = new Router(toolkit())
    .add(route({ method: 'GET', path: '/{id:d+}', origin, handler: () => 1 }))
    .diagnostics();
  expect(found).toMatchObject({ file: '/t.ts', range: { start: { line: 3 } } });
});
