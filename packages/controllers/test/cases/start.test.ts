import { Router, Toolkit } from '@writ/http';
import { inject } from '@writ/http/testing';
import { expect, it } from 'vitest';
import { prefixesOf } from '../../src/fetch-application.ts';
import { loadControllers } from '../../src/load.ts';
import { createLayout } from '../layout.ts';
import { ARGS, echoController, moduleSource } from './class-sources.ts';

const moduleOf = (place: string): string => moduleSource(echoController(place, `GET(${ARGS})`));
const moduleWith = (...places: readonly string[]): string =>
  moduleSource(...places.map((place) => echoController(place, `GET(${ARGS})`)));

it.each<
  [
    string,
    Readonly<Record<string, string>>,
    readonly string[],
    readonly (readonly [string, number | string])[],
  ]
>([
  [
    'C513 a default prefix is used if no prefix is passed',
    { 'app/controllers.ts': moduleWith('app:Default', 'app:Foo') },
    [],
    [['/foo', 'app:Foo.GET']],
  ],
  [
    'C519 WRIT_PREFIX may contain one prefix',
    { 'x.ts': moduleWith('x:Default', 'x:Foo') },
    prefixesOf({ WRIT_PREFIX: 'x' }),
    [['/foo', 'x:Foo.GET']],
  ],
  [
    'C520 WRIT_PREFIX may contain several prefixes',
    { 'x.ts': moduleWith('x:Default', 'x:Foo'), 'y.ts': moduleOf('y:Bar') },
    prefixesOf({ WRIT_PREFIX: 'x:y' }),
    [
      ['/', 'x:Default.GET'],
      ['/foo', 'x:Foo.GET'],
      ['/bar', 'y:Bar.GET'],
    ],
  ],
  [
    'C525 a controller outside the prefix is not routed',
    { 'x.ts': `import './other.ts';\n${moduleOf('x:Foo')}`, 'other.ts': moduleOf('other:Bar') },
    ['x'],
    [
      ['/foo', 'x:Foo.GET'],
      ['/bar', 404],
    ],
  ],
  [
    'C528 a class inside a function is not routed',
    {
      'x.ts': `${moduleOf('x:Default')}\nexport function make() { class Inner extends Controller { GET() {} } return Inner; }`,
    },
    ['x'],
    [
      ['/', 'x:Default.GET'],
      ['/inner', 'x:Default.GET'],
    ],
  ],
])('%s', async (_, files, prefixes, requests) => {
  const { matcher, diagnostics } = await loadControllers({ directory: createLayout(files), prefixes });
  const router = new Router(new Toolkit()).mount(matcher).report(...diagnostics);
  for (const [url, expected] of requests) {
    const response = await inject(router, url);
    expect(response.status === 200 ? (response.json() as { handler: string }).handler : response.status).toBe(
      expected,
    );
  }
});

it.each<[string, Readonly<Record<string, string>>, readonly string[], string]>([
  [
    'C515 a folder of controllers that is nested too deep for a default prefix',
    { 'a/b/c/controllers.ts': moduleOf('c:Foo') },
    [],
    'prefix-missing',
  ],
  [
    'C520 a second prefix with the same path',
    { 'x.ts': moduleOf('x:Default'), 'y.ts': moduleOf('y:Default') },
    prefixesOf({ WRIT_PREFIX: 'x:y' }),
    'route-clash',
  ],
  [
    'C521 a numbered prefix variable',
    { 'x.ts': moduleOf('x:Foo') },
    prefixesOf({ WRIT_PREFIX_1: 'x' }),
    'prefix-missing',
  ],
  ['C526 a prefix that does not exist', { 'x.ts': moduleOf('x:Foo') }, ['nope'], 'prefix-missing'],
])('%s is an error at start-up', async (_, files, prefixes, rule) => {
  const { diagnostics } = await loadControllers({ directory: createLayout(files), prefixes });
  expect(diagnostics.map((each) => each.rule)).toEqual([rule]);
});
