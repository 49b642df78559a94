import { Router, Toolkit, type Logger } from '@writ/http';
import { expect, it } from 'vitest';
import { createLayout } from '../../test/layout.ts';
import { loadControllers } from '../load.ts';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

it.each([
  ["text('grüße', 'text/plain; charset=iso-8859-1')", 200, 'gr\xfc\xdfe'],
  ["html('ü', { headers: { 'content-type': 'text/html; charset=iso-8859-1' } })", 200, '\xfc'],
  ["text('ü')", 200, '\xc3\xbc'],
  ["text('€', 'text/plain; charset=iso-8859-1')", 500, undefined],
  ["text('x', 'text/plain; charset=koi8-r')", 500, undefined],
])('%s is sent in its charset or results in 500', async (result, status, body) => {
  const directory = createLayout({
    'app/index.ts': `import { Controller, html, text } from '@writ/controllers';
      export class Notes extends Controller { GET() { void html; return ${result}; } }`,
  });
  const { matcher, diagnostics } = await loadControllers({ directory, prefixes: ['app'] });
  const router = new Router(new Toolkit({ logger: silent })).mount(matcher).report(...diagnostics);
  const response = await router.fetch(new Request('http://a/notes'));
  expect(response.status).toBe(status);
  if (body !== undefined) expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toBe(body);
});
