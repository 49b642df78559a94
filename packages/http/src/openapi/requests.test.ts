/**
 * Sends requests that are generated from the document: routes accept the requests that it describes, and reject those
 * that lack a required part.
 */
import { describe, expect, it } from 'vitest';

import { openapi } from './openapi.ts';
import { inject } from '../testing/inject.ts';
import type { Operation, Parameter } from './document/document.ts';
import type { JsonSchema } from '../contract/json-schema.ts';
import { everyRoute } from '../testing/every-route.ts';

const router = everyRoute();
const document = openapi(router, { info: { title: 'Everything', version: '1' } });

interface SampleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** Strings that match the regular expressions in the routes. */
const MATCHING: Readonly<Record<string, string>> = {
  [String.raw`^(?:\d{4})$`]: '2026',
  [String.raw`^(?:\d{2})$`]: '11',
  [String.raw`^(?:\d+)$`]: '7',
  [String.raw`^-?\d+$`]: '12',
  [String.raw`^v-?\d+$`]: 'v12',
};
const FORMATS: Readonly<Record<string, string>> = {
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  'date-time': '2026-11-21T12:00:00Z',
  uri: 'https://example.org/',
};

function sample(schema: JsonSchema): unknown {
  const { $ref, type, pattern, format, anyOf, minimum, items, prefixItems, properties, required } = schema;
  if (typeof $ref === 'string') return sample(document.components!.schemas![$ref.split('/').at(-1)!]!);
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if (Array.isArray(anyOf)) return sample(anyOf[0] as JsonSchema);
  if (typeof pattern === 'string') return MATCHING[pattern];
  if (typeof format === 'string') return FORMATS[format];
  switch (type) {
    case 'integer':
    case 'number':
      return (minimum as number | undefined) ?? 4;
    case 'boolean':
      return true;
    case 'array':
      return ((prefixItems ?? [items ?? {}]) as JsonSchema[]).map(sample);
    case 'object': {
      const all = properties as Record<string, JsonSchema> | undefined;
      return Object.fromEntries(((required ?? []) as string[]).map((name) => [name, sample(all![name]!)]));
    }
    default:
      return 'text';
  }
}

function requestOf(path: string, method: string, operation: Operation, without?: Parameter): SampleRequest {
  const { parameters = [], requestBody } = operation;
  const given = parameters.filter((parameter) => parameter !== without);
  const texts = (parameter: Parameter): readonly string[] =>
    [sample(parameter.schema)].flat().map((value) => encodeURIComponent(String(value)));
  const pairs = (place: string): readonly string[] =>
    given
      .filter((each) => each.in === place)
      .flatMap((each) => texts(each).map((text) => `${each.name}=${text}`));
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const parameter = parameters.find((each) => each.in === 'path' && each.name === name)!;
    const all = texts(parameter);
    return parameter.style === 'matrix' ? all.map((text) => `;${name}=${text}`).join('') : all.join(',');
  });
  const headers = Object.fromEntries(
    given.filter((each) => each.in === 'header').map((each) => [each.name, texts(each).join(',')]),
  );
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const query = pairs('query').join('&');
  return {
    method: method.toUpperCase(),
    url: query === '' ? filled : `${filled}?${query}`,
    headers: {
      ...headers,
      authorization: 'Bearer token',
      cookie: [...pairs('cookie'), 'sid=1'].join('; '),
      ...(type === undefined ? {} : { 'content-type': type }),
    },
    ...(type === undefined ? {} : { body: encodedBody(type, sample(media!.schema ?? {})) }),
  };
}

function encodedBody(type: string, value: unknown): string {
  if (type === 'application/x-www-form-urlencoded')
    return new URLSearchParams(value as Record<string, string>).toString();
  return type === 'application/json' ? JSON.stringify(value) : String(value);
}

/** Operations that are not tested: one requires two Authorization schemes, the other a form with a file. */
const OMITTED = new Set(['getGuarded', 'postUpload']);

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([, { operationId }]) => !OMITTED.has(operationId))
    .map(([method, operation]) => ({ path, method, operation, name: `${method.toUpperCase()} ${path}` })),
);

describe('a request that the document describes', () => {
  it.each(operations)('is accepted: $name', async ({ path, method, operation }) => {
    const response = await inject(router, requestOf(path, method, operation));
    expect([response.status, response.text()]).toEqual([200, expect.not.stringContaining('problem')]);
  });
});

describe('a request without a value that the document requires', () => {
  const cases = operations.flatMap((each) =>
    (each.operation.parameters ?? [])
      .filter(({ required, in: place }) => required && place !== 'path')
      .map((parameter) => ({ ...each, parameter, label: `${each.name} without ${parameter.name}` })),
  );

  it.each(cases)('is rejected: $label', async ({ path, method, operation, parameter }) => {
    const response = await inject(router, requestOf(path, method, operation, parameter));
    expect([response.status, response.json()]).toMatchObject([400, { errors: [{ name: parameter.name }] }]);
  });

  const bodies = operations.filter(({ operation }) => operation.requestBody?.required === true);

  it.each(bodies)('is rejected: $name without its body', async ({ path, method, operation }) => {
    const { body: _body, ...request } = requestOf(path, method, operation);
    const response = await inject(router, request);
    expect(response.status).toBe(400);
    expect(operation.responses).toHaveProperty('400');
  });

  const secured = operations.filter(({ operation }) => operation.security !== undefined);

  it.each(secured)('is rejected: $name without credentials', async ({ path, method, operation }) => {
    const { headers: _headers, ...request } = requestOf(path, method, operation);
    expect((await inject(router, request)).status).toBe(401);
    expect(operation.responses).toHaveProperty('401');
  });
});

describe('a compressed body of an unknown type', () => {
  const bodies = operations.filter(({ operation }) => operation.requestBody !== undefined);

  it.each(bodies)('is rejected if the document lists 415: $name', async (each) => {
    const { headers, ...request } = requestOf(each.path, each.method, each.operation);
    const response = await inject(router, {
      ...request,
      headers: { ...headers, 'content-type': 'application/x-unknown', 'content-encoding': 'x-unknown' },
      body: 'x',
    });
    expect(response.status === 415).toBe('415' in each.operation.responses);
  });
});

describe('a value that the document does not allow', () => {
  it.each([
    ['/texts?n=x', 'get', 'n'],
    ['/texts?n=1&page=1.5', 'get', 'page'],
    ['/texts?n=1&colour=blue', 'get', 'colour'],
    ['/texts?n=1&even=3', 'get', 'even'],
    ['/texts?n=1&zod=0', 'get', 'zod'],
    ['/texts?n=1&least=2', 'get', 'least'],
  ])('is rejected: %s', async (url, _method, name) => {
    const response = await inject(router, url);
    expect(response.status).toBe(400);
    expect(response.json().errors).toContainEqual(expect.objectContaining({ name }));
  });
});
