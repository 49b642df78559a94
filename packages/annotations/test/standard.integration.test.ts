import type { Route, RoutingContext } from '@writ/http';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { compileStandard } from './standard-mode.ts';
import { url } from '../src/address/url.ts';
import { resolveEndpoint, type Endpoint } from '../src/collect/endpoint.ts';
import { diagnose } from '../src/findings/diagnose.ts';
import type { Class } from '../src/recording/reflection.ts';

const { directory, remove } = compileStandard();
afterAll(remove);

type Classes = Readonly<Record<string, new () => object>>;
const load = async (file: string): Promise<Classes> => (await import(/* @vite-ignore */ file)) as Classes;
const standard = await load(join(directory, 'standard.js'));

function collectEndpoint(type: new () => object): Endpoint {
  return resolveEndpoint(type as Class, new type(), {});
}

it('standard decorators record the same routes as experimental decorators', async () => {
  const experimental = await load(join(import.meta.dirname, './fixtures/notes.ts'));
  const compiled = await load(join(directory, 'notes.js'));
  const [one, other] = [collectEndpoint(experimental['Notes']!), collectEndpoint(compiled['Notes']!)];
  expect(other.findings).toEqual([]);
  expect(formatRoutes(other.routes)).toEqual(formatRoutes(one.routes));
  expect(formatRoutes(other.routes)).toHaveLength(5);
});

/** The two copies contain different classes, so classes are compared by name. */
function formatRoutes(routes: readonly Route[]): string[] {
  return routes.map(({ handler, origin, bindings, ...rest }) =>
    JSON.stringify(
      {
        ...rest,
        handler: handler.name,
        declared: [origin?.className, origin?.method],
        bindings: bindings.map(({ origin: _place, ...binding }) => binding),
      },
      (_key, value: unknown) => (typeof value === 'function' ? value.name : value),
    ),
  );
}

it('url() works with standard decorators', async () => {
  const { Notes } = await load(join(directory, 'notes.js'));
  const address = url as (type: unknown, method: string, values?: object) => string;
  expect(address(Notes, 'one', { id: 7, upper: true })).toBe('/notes/7?upper=true');
  expect(address(Notes, 'remove', { id: 7 })).toBe('/notes/7');
  expect(address(Notes, 'list', { order: 'up' })).toBe('/notes?order=up');
  expect(() => address(Notes, 'one', { id: 'x' })).toThrow('(Notes.one): id must be a whole number: "x"');
});

it('standard annotations are found above a decorator that replaces the method', () => {
  const { routes, findings } = collectEndpoint(standard['Fine']!);
  expect(findings).toEqual([]);
  expect(routes).toMatchObject([
    // The parameters are required, although the replacement has no parameters.
    { path: '/{id}', produces: ['text/plain'], bindings: [{ name: 'id', type: { kind: 'codec' } }] },
  ]);
  expect(routes[0]!.handler(7)).toBe('7');
});

it('fields of a bean with standard decorators are found even if its constructor throws', () => {
  const { routes, findings } = collectEndpoint(standard['WithBean']!);
  expect(findings).toEqual([]);
  expect(routes[0]!.bindings).toMatchObject([
    {
      source: 'bean',
      fields: [
        { name: 'page', binding: { source: 'query', type: { kind: 'optional' } } },
        { name: 'size', binding: { source: 'query', default: '10' } },
      ],
    },
  ]);
});

it('components and their fields support standard decorators', () => {
  const { routes, findings } = collectEndpoint(standard['WithComponents']!);
  expect(findings).toEqual([]);
  const [ofClass, ofMethod] = routes[0]!.scopes!;
  const context = { request: { path: '/' } } as RoutingContext;
  expect(ofClass!.handlers![0]!.create!(context)).toMatchObject({ request: context.request });
  expect(ofMethod).toMatchObject({
    reader: { name: 'NoteReader', mediaTypes: ['text/x-note'] },
    writer: { name: 'NoteWriter', mediaTypes: ['text/x-note'], headers: [['X-Note', 'yes']] },
  });
  expect(ofMethod!.handlers![0]!.create!(context)).not.toBe(ofMethod!.handlers![0]!.create!(context));
});

it('a finding mentions that the compiler emitted no parameter types', () => {
  const [finding] = diagnose(collectEndpoint(standard['Untyped']!).findings);
  expect(finding!.hint).toBe(
    `declare it: QueryParam('n', String), or another type (the compiler emitted no parameter types)`,
  );
});

it.each([
  ['Replaced', 'replaced-method', 'Replaced.one was replaced by another decorator'],
  ['Private', 'unreachable-method', 'Private.#one is private'],
  ['Static', 'unreachable-method', 'Static.one is static'],
  ['Field', 'unreachable-method', 'Field.one is not a method'],
  ['Accessor', 'unreachable-method', 'Accessor.one is not a method'],
  ['Untyped', 'unknown-type', 'the type of parameter'],
  ['WithPrivateField', 'unreachable-field', 'PrivateField.#q is private'],
  ['BoundField', 'binding-outside-a-route', 'BoundField'],
])('%s has the finding %s', (name, rule, message) => {
  const found = diagnose(collectEndpoint(standard[name]!).findings);
  expect(found).toMatchObject([{ rule, message: expect.stringContaining(message) }]);
  expect(found[0]!.file).toMatch(/standard\.(?:ts|js)$/);
});

it.each([
  ['assigned to a variable', standard['Expression']!, '/expressions/{id}'],
  ['with decorators only on its members', standard['MembersOnly']!, '/{id}'],
  ['without a name', (standard as unknown as Factory).createEndpoint('/made'), '/made/{id}'],
])('the routes of a class expression are found: %s', (_which, type, path) => {
  const { routes, findings } = collectEndpoint(type);
  expect(findings).toEqual([]);
  expect(routes.map((route) => route.path)).toEqual([path]);
  expect(routes[0]!.handler(7)).toBe(7);
});

interface Factory {
  createEndpoint(path: string): new () => object;
}
