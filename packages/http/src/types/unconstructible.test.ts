import { expect, it } from 'vitest';
import { array, BodyParam, nullable, object, optional, route, Router, Toolkit, type Type } from '../index.ts';
import { inject } from '../testing/inject.ts';
import { recordingLogger } from '../testing/recording-logger.ts';

function routerFor(type: Type): Router {
  const handler = (value: unknown): string => String(value instanceof Set ? value.size : value);
  return new Router(new Toolkit({ logger: recordingLogger() })).add(
    route({ method: 'POST', path: '/', bindings: [BodyParam(type)], handler }),
  );
}

class Tags extends Set<string> {}
class Words extends Set<string> {
  static fromString(text: string): Words {
    return new Words(text.split(' '));
  }
}

it.each<[string, Type, string, string]>([
  ['Set', Set, 'Set', 'array(…)'],
  ['Map', Map, 'Map', 'object({}, type)'],
  ['RegExp', RegExp, 'RegExp', 'String'],
  ['WeakMap', WeakMap, 'WeakMap', 'another type'],
  ['Promise', Promise, 'Promise', 'that it resolves to'],
  ['DataView', DataView, 'DataView', 'Uint8Array'],
  ['Float64Array', Float64Array, 'Float64Array', 'array(Number)'],
  ['Headers', Headers, 'Headers', 'another type'],
  ['a subclass of Set', Tags, 'Tags', 'array(…)'],
  ['an array of Map', array(Map), 'Map', 'object({}, type)'],
  ['an optional Set', optional(Set), 'Set', 'array(…)'],
  ['an object with a Set', object({ a: String, tags: nullable(Set) }), 'Set', 'array(…)'],
])('a body of type %s without a reader causes a start-up error', (_what, type, name, hint) => {
  const found = routerFor(type).diagnostics();
  expect(found).toMatchObject([{ code: 'W2002', severity: 'error' }]);
  expect(found[0]!.message).toContain(`${name} cannot be converted from JSON`);
  expect(found[0]!.hint).toContain(hint);
});

it('a body of type Set is read by the reader registered for it', async () => {
  const router = routerFor(Set);
  const read = (text: string): Set<string> => new Set(text.split(','));
  router.registries.readers.register({
    name: 'sets',
    types: [Set],
    instance: { input: 'text', read: (value: unknown) => read(value as string) },
  });
  expect(router.diagnostics()).toEqual([]);
  const answer = await inject(router, {
    method: 'POST',
    url: '/',
    body: 'a,b,a',
    headers: { 'content-type': 'text/plain' },
  });
  expect(answer.text()).toBe('2');
});

it('a subclass of Set that is converted from strings is accepted as a body', async () => {
  const router = routerFor(Words);
  expect(router.diagnostics()).toEqual([]);
  expect((await inject(router, { method: 'POST', url: '/', json: 'a b c' })).text()).toBe('3');
});

it.each<[string, Type]>([
  ['Date', Date],
  ['Uint8Array', Uint8Array],
  ['URL', URL],
  ['an array of objects', array(object({ a: String }))],
])('a body of type %s is accepted', (_what, type) => {
  expect(routerFor(type).diagnostics()).toEqual([]);
});
