import { renderText } from '@writ/diagnostics';
import { Router, Toolkit, type Logger } from '@writ/http';
import { inject } from '@writ/http/testing';
import { expect, it } from 'vitest';
import { createLayout } from '../../test/layout.ts';
import { loadControllers } from '../load.ts';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const page = `import { Controller } from '@writ/controllers';
  export class Default extends Controller { GET() { return 'page'; } }`;

async function load(files: Readonly<Record<string, string>>, prefixes: readonly string[] = ['app']) {
  const directory = createLayout({ 'app/index.ts': page, 'other/more.ts': page, ...files });
  const { matcher, diagnostics, setUp, source } = await loadControllers({ directory, prefixes });
  const router = new Router(new Toolkit({ logger: silent })).mount(matcher).report(...diagnostics);
  setUp(router);
  const findings = renderText(router.diagnostics(), { source }).replaceAll(`${directory}/`, '');
  return { router, findings };
}

it('_setup of each prefix receives the router, in the order of the prefixes', async () => {
  const mark = (name: string): string => `
    import type { Router } from '@writ/controllers';
    export function setup(router: Router) {
      router.use((context, next) => {
        context.response.headers.append('x-set-up-by', '${name}');
        return next();
      });
    }`;
  const files = {
    'app/_setup.ts': mark('app'),
    'other/_setup.js': mark('other').replaceAll(/^.*import.*$|: Router/gm, ''),
  };
  const { router, findings } = await load(files, ['other', 'app']);
  expect(findings).toBe('');
  expect((await inject(router, '/more')).headers['x-set-up-by']).toBe('other, app');
});

it('hooks that _setup adds run', async () => {
  const events: string[] = [];
  Object.assign(globalThis, { setupEvents: events });
  const { router } = await load({
    'app/_setup.ts': `
      export function setup(router) {
        for (const phase of ['start', 'stop']) router.addHook(phase, () => void globalThis.setupEvents.push(phase));
      }`,
  });
  await inject(router, '/');
  expect(events).toEqual(['start']);
  await router.close();
  expect(events).toEqual(['start', 'stop']);
});

it.each([
  [
    'a module without the function',
    'export const setUp = () => {};',
    'app/_setup.ts: error W3109 setup: the module does not export a function named setup',
  ],
  [
    'an export of another type',
    '\nexport const setup = 1;',
    'app/_setup.ts:2:14: error W3109 setup: the module does not export a function',
  ],
  [
    'an asynchronous function',
    'export async function setup() {}',
    'app/_setup.ts:1:23: error W3109 setup: setup is asynchronous',
  ],
  [
    'a function that fails',
    "export function setup() {\n  throw new RangeError('no such file');\n}",
    'app/_setup.ts:1:17: error W3109 setup: setup fails: RangeError: no such file',
  ],
  ['a syntax error', 'export function (', 'app/_setup.ts:1:17: error'],
])('reports %s', async (_name, text, message) => {
  const { findings } = await load({ 'app/_setup.ts': text });
  expect(findings).toContain(message);
});

it('reports a module _setup that is not in the folder of the prefix', async () => {
  const { findings } = await load({
    'app/inner/_setup.ts': 'export function setup() {}',
    'app/inner/a.ts': page,
  });
  expect(findings).toContain('app/inner/_setup.ts: error W3109 setup: the module has no effect');
});
