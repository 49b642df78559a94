import { validate } from '@readme/openapi-parser';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  array,
  BodyParam,
  CookieParam,
  FileUpload,
  FormParam,
  HeaderParam,
  int,
  MatrixParam,
  nullable,
  object,
  oneOf,
  optional,
  PathParam,
  QueryParam,
  route,
  Router,
  Toolkit,
  uuid,
  type Route,
  type Type,
} from '../index.ts';
import type { Bindable } from '../kernel.ts';
import { openapi } from './openapi.ts';
import { inject } from '../testing/inject.ts';
import { recordingLogger } from '../testing/recording-logger.ts';

// Fewer runs than usual, because each case sends several requests.
const { numRuns = 100 } = fc.readConfigureGlobal();
const third = Math.ceil(numRuns / 3);

const name = fc.constantFrom('id', 'a', 'b', 'c', 'name', 'x_1');
const scalar: fc.Arbitrary<Type> = fc.oneof(
  fc.constantFrom<Type>(String, Number, Boolean, BigInt, Date, int, uuid, URL),
  fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }).map((values) => oneOf(...values)),
  fc.array(fc.constantFrom<string | Type>('.', String, Number)).map((of): Type => ({ kind: 'template', of })),
  fc.constant<Type>({ kind: 'union', of: [oneOf('a', true), BigInt] }),
);
const text: fc.Arbitrary<Type> = fc.oneof(scalar, scalar.map(array), scalar.map(optional));
const json: fc.Arbitrary<Type> = fc.letrec<{ any: Type }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    tie('any').map(array),
    tie('any').map(nullable),
    fc
      .dictionary(name, fc.oneof(tie('any'), tie('any').map(optional)), { maxKeys: 3 })
      .map((fields) => object(fields)),
    fc.array(tie('any'), { maxLength: 3 }).map((of): Type => ({ kind: 'tuple', of })),
  ),
})).any;

const literal = fc.constantFrom('notes', 'a b', 'ü', 'x.y', '100%', 'a=b', 'a;b', String.raw`a\{b\}`);
const regex = fc.constantFrom('', '', String.raw`:\d{2}`, ':[a-z]+', ':.*', ':(a|b)(c)');
const piece = fc.oneof(
  literal,
  fc.tuple(name, regex).map(([n, r]) => `{${n}${r}}`),
);
const segment = fc.oneof(
  piece,
  fc.tuple(piece, fc.constantFrom('-', '.'), piece).map((parts) => parts.join('')),
);
const path = fc
  .array(segment, { maxLength: 3 })
  .map((segments) => `/${segments.join('/')}`)
  .filter((each) => {
    const names = [...each.matchAll(/(?<!\\)\{([a-z]\w*)/g)].map(([, found]) => found);
    return new Set(names).size === names.length;
  });

const bindings = fc.array(
  fc.oneof(
    fc.tuple(name, text).map(([n, t]): Bindable => QueryParam(n, t)),
    fc.tuple(name, text).map(([n, t]): Bindable => HeaderParam(n, t)),
    fc.tuple(name, text).map(([n, t]): Bindable => CookieParam(n, t)),
    fc.tuple(name, text).map(([n, t]): Bindable => MatrixParam(n, t)),
  ),
  { maxLength: 4 },
);
const body = fc.oneof(
  fc.constant<readonly Bindable[]>([]),
  json.map((type): readonly Bindable[] => [BodyParam(type)]),
  fc
    .tuple(name, text)
    .map(([n, t]): readonly Bindable[] => [FormParam(n, t), FormParam('file', optional(FileUpload))]),
);

const anyRoute: fc.Arbitrary<Route> = fc
  .tuple(fc.constantFrom('GET', 'POST', 'PUT', 'ANY', 'DELETE'), path, bindings, body, scalar)
  .map(([method, pattern, some, more, type]) => {
    const variables = [...pattern.matchAll(/(?<!\\)\{([a-z]\w*)/g)].map(([, found]) =>
      PathParam(found!, type),
    );
    const all = [...variables, ...some, ...(method === 'GET' ? [] : more)];
    return route({ method, path: pattern, bindings: all as Bindable<any>[], handler: () => 1 });
  });

it('the document of arbitrary routes is valid and reproducible, and contains each operation once', async () => {
  const toolkit = new Toolkit({ logger: recordingLogger() });
  const property = fc.asyncProperty(fc.array(anyRoute, { maxLength: 8 }), async (routes) => {
    const router = new Router(toolkit).add(...routes);
    const document = openapi(router, { info: { title: 'any', version: '0' } });
    const result = await validate(structuredClone(document) as never);
    expect(result.valid ? [] : result.errors).toEqual([]);
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(openapi(router, { info: document.info })).toEqual(document);
  });
  await fc.assert(property, { numRuns: third });
}, 240_000);

/** For each regular expression in the patterns above, a string that matches it. */
const MATCHING: Readonly<Record<string, string>> = {
  [String.raw`^(?:\d{2})$`]: '12',
  '^(?:[a-z]+)$': 'abc',
  '^(?:(a|b)(c))$': 'bc',
};

it('every path in a document, filled with valid values, is answered by its route', async () => {
  const toolkit = new Toolkit({ logger: recordingLogger() });
  const property = fc.asyncProperty(path, async (pattern) => {
    const names = [...pattern.matchAll(/(?<!\\)\{([a-z]\w*)/g)].map(([, found]) => found!);
    const variables = names.map((found) => PathParam(found, String));
    const handler = (...values: readonly string[]): readonly string[] => values;
    const router = new Router(toolkit).add(
      route({ method: 'GET', path: pattern, bindings: variables, handler }),
    );
    const { paths } = openapi(router, { info: { title: 'any', version: '0' } });
    for (const [template, { get }] of Object.entries(paths)) {
      const url = (get!.parameters ?? []).reduce((filled, { name: variable, schema, description }) => {
        const value = description === undefined ? (MATCHING[String(schema['pattern'])] ?? 'v%20w') : 'v/w';
        return filled.replace(`{${variable}}`, value);
      }, template);
      const response = await inject(router, url);
      expect([url, response.status]).toEqual([url, 200]);
      const given = (response.json() as readonly string[]).filter((each) => each !== '');
      expect(given.length).toBe(get!.parameters?.length ?? 0);
    }
  });
  await fc.assert(property, { examples: [['/notes-{id:.*}/{a:.*}']] });
}, 240_000);
