import { renderText } from '@writ/diagnostics';
import { Router, Toolkit, type Logger } from '@writ/http';
import { inject } from '@writ/http/testing';
import { expect, it } from 'vitest';
import { createLayout } from '../test/layout.ts';
import { loadControllers } from './load.ts';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

async function load(body: string): Promise<{
  findings: string;
  routes: string[];
  post: (url: string, json?: unknown) => Promise<[number, unknown]>;
}> {
  const directory = createLayout({
    'app/index.ts': `
      import { Controller } from '@writ/controllers';
      import { z } from 'zod';
      ${body}`,
  });
  const { matcher, diagnostics, source } = await loadControllers({ directory, prefixes: ['app'] });
  const router = new Router(new Toolkit({ logger: silent })).mount(matcher);
  return {
    findings: renderText(diagnostics, { source }),
    routes: matcher.routes.map(({ path }) => path),
    async post(url, json) {
      const response = await inject(router, { method: 'POST', url, ...(json !== undefined && { json }) });
      const result = response.json() as { errors?: readonly { name?: string; code: string }[] };
      const errors = result.errors?.map(({ name, code }) => [name, code]);
      return [response.status, response.status === 200 ? result : errors];
    },
  };
}

const SHAPES = `
  const Circle = z.object({ kind: z.literal('circle'), r: z.number(), name: z.string().optional() });
  const Square = z.object({ kind: z.literal('square'), side: z.number(), name: z.string().optional() });
  export const Shape = z.discriminatedUnion('kind', [Circle, Square]);
  export const Either = z.union([z.object({ a: z.string() }), z.object({ a: z.number(), b: z.boolean() })]);
  export const Both = z.intersection(Circle, z.object({ color: z.string() }));
  export const Loose = z.union([z.string(), z.object({ a: z.string() })]);`;

it.each<[string, string, unknown, number, unknown]>([
  ['Shape', '', { kind: 'circle', r: 1 }, 200, { kind: 'circle', r: 1 }],
  ['Shape', '?kind=square&side=2&name=7', undefined, 200, { kind: 'square', side: 2, name: '7' }],
  ['Shape', '', { kind: 'circle', side: 1 }, 400, [['r', 'invalid']]],
  ['Shape', '', { kind: 'circle', r: 1, other: 2 }, 400, [['other', 'unknown']]],
  ['Either', '', { a: 'x' }, 200, { a: 'x' }],
  ['Either', '', { a: 1, b: true }, 200, { a: 1, b: true }],
  ['Both', '', { kind: 'circle', r: 1, color: 'red' }, 200, { kind: 'circle', r: 1, color: 'red' }],
])(
  'a schema that is a union or intersection of objects receives named values: %s%s %j',
  async (type, query, json, ...answer) => {
    const { findings, routes, post } = await load(`${SHAPES}
    export class Default extends Controller { POST(value: z.infer<typeof ${type}>) { return value; } }`);
    expect([findings, routes]).toEqual(['', ['/']]);
    expect(await post(`/${query}`, json)).toEqual(answer);
  },
);

it('a schema that also accepts other values is a positional parameter', async () => {
  const { routes, post } = await load(`${SHAPES}
    export class Default extends Controller { POST(value: z.infer<typeof Loose>) { return value; } }`);
  expect(routes).toEqual(['/{value}']);
  expect(await post('/', 'text')).toEqual([200, 'text']);
});

it.each<[string, unknown, number, unknown]>([
  ['string | string[]', { value: ['a', 'b'] }, 200, ['a', 'b']],
  ['string | string[]', [['a', 'b']], 200, ['a', 'b']],
  ['string | string[]', ['a'], 200, ['a']],
  ['string | string[]', 'a', 200, 'a'],
  ['string | string[]', ['a', 'b'], 200, ['a', 'b']],
  ['string | string[]', ['a', {}], 400, [['value', 'invalid']]],
  ['string[]', [['a', 'b']], 200, ['a', 'b']],
  ['string[]', ['a', 'b'], 200, ['a', 'b']],
  ['string', ['a'], 200, 'a'],
  ['string', ['a', 'b'], 400, [[undefined, 'invalid']]],
])(
  'a JSON array is the value of the only parameter if its type contains an array: %s %j',
  async (type, json, ...answer) => {
    const { post } = await load(
      `export class Default extends Controller { POST(value: ${type}) { return value; } }`,
    );
    expect(await post('/', json)).toEqual(answer);
  },
);
