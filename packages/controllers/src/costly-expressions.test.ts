import { Router, Toolkit, type Logger } from '@writ/http';
import { expect, it } from 'vitest';
import { createLayout } from '../test/layout.ts';
import { loadControllers } from './load.ts';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** `static cors` is the only policy of a controller that accepts regular expressions. */
it.each([
  ["{ origin: '(?:[a-z]+)*x' }", 1],
  ['{ origin: /(?:[a-z]+)*x/ }', 1],
  ["{ GET: { origin: '(?:[a-z]+)*x' } }", 1],
  ["{ origin: '[a-z]+x' }", 0],
  ["{ origin: ['(?:[a-z]+)*x'] }", 0],
])('static cors = %s causes %i warning(s) about exponential expressions', async (cors, count) => {
  const directory = createLayout({
    'app/index.ts': `export class Notes extends Controller { static cors = ${cors}; GET() { return 1; } }`,
  });
  const { matcher, diagnostics } = await loadControllers({ directory, prefixes: ['app'] });
  const router = new Router(new Toolkit({ logger: silent })).mount(matcher).report(...diagnostics);
  const costly = router.diagnostics().filter(({ code }) => code === 'W2019');
  expect(costly.map(({ severity }) => severity)).toEqual(Array.from({ length: count }, () => 'warning'));
});

it.each([
  ["{ origin: 'https://\\\\\\\\w+' }", 'error'],
  ["{ origin: 'https://w+' }", 'warning'],
])('static cors = %s, with an invalid escape sequence, is reported once as %s', async (cors, severity) => {
  const directory = createLayout({
    'app/index.ts': `export class Notes extends Controller { static cors = ${cors}; GET() { return 1; } }`,
  });
  const { matcher, diagnostics } = await loadControllers({ directory, prefixes: ['app'] });
  const router = new Router(new Toolkit({ logger: silent })).mount(matcher).report(...diagnostics);
  const found = router.diagnostics().filter(({ code }) => code === 'W2024');
  expect(found.map((each) => each.severity)).toEqual([severity]);
});
