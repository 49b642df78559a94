import { validate } from '@readme/openapi-parser';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  anything,
  array,
  basic,
  type Filter,
  int,
  object,
  optional,
  PathParam,
  route,
  Router,
  Toolkit,
  type Route,
} from '../index.ts';
import type { Binding, Matcher } from '../kernel.ts';
import type { OpenapiDocument } from './document/document.ts';
import { writeClient } from './client/write-client.ts';
import { describeFilter } from '../policies/filter-metadata.ts';
import { openapi } from './openapi.ts';
import { serveOpenapi } from './serve.ts';
import { NO_MATCH } from '../contract/matcher.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { everyRoute, SECRET } from '../testing/every-route.ts';

const info = { title: 'Everything', version: '1' };
const document = openapi(everyRoute(), { info, servers: [{ url: 'https://example.org/api' }] });
const toolkit = new Toolkit({ logger: recordingLogger() });

async function findingsOf(given: OpenapiDocument): Promise<readonly unknown[]> {
  const result = await validate(structuredClone(given) as never);
  return result.valid ? result.warnings : [...result.errors, ...result.warnings];
}

function documentOf(...routes: readonly Route[]): OpenapiDocument {
  return openapi(new Router(toolkit).add(...routes), { info });
}

function mounted(...routes: readonly Route[]): OpenapiDocument {
  const matcher: Matcher = { name: 'tree', routes, match: () => NO_MATCH, variables: () => [] };
  return openapi(new Router(toolkit).mount(matcher), { info });
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    expect(await findingsOf(document)).toEqual([]);
  });

  it('contains the paths of all routes except denied ones, in table order', () => {
    expect(Object.keys(document.paths)).toMatchSnapshot();
  });

  it('describes parameters, bodies, responses and access', () => {
    expect(document.paths).toMatchSnapshot();
  });

  it('contains each schema once, by name', () => {
    expect(document.components).toMatchSnapshot();
  });

  it('contains a unique name for every operation', () => {
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map((each) => each.operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('everybody');
    expect(ids).toContain('getNotesById');
  });

  it('contains no secret', () => {
    expect(JSON.stringify(document)).not.toContain(SECRET);
  });
});

describe('routes that share one path in OpenAPI', () => {
  it('become one operation that accepts the input of either route', () => {
    const { get, patch } = document.paths['/either/{id}']!;
    expect(get!.parameters).toEqual([
      {
        name: 'id',
        in: 'path',
        required: true,
        schema: { anyOf: [{ type: 'integer', pattern: String.raw`^(?:\d+)$` }, { type: 'string' }] },
      },
    ]);
    expect(patch!.parameters).toMatchObject([{ name: 'id' }]);
    expect(Object.keys(document.paths['/variant']!.post!.requestBody!.content)).toEqual([
      'application/json',
      'text/plain',
    ]);
  });
});

it('the document contains only the routes that the option include selects', () => {
  const routes = ['/notes', '/assets'].map((path) => route({ method: 'GET', path, handler: () => 1 }));
  const router = new Router(toolkit).add(...routes);
  const { paths } = openapi(router, { info, include: ({ path }) => path !== '/assets' });
  expect(Object.keys(paths)).toEqual(['/notes']);
});

describe('routes of a mounted matcher', () => {
  const position = (name: string, index: number, type: Binding['type']): Binding =>
    ({ source: 'position', name, index, type }) as Binding;
  const handler = (): void => {};

  it('are documented with all forms of their path', async () => {
    const tree = mounted({
      method: 'GET',
      path: '/foo-bar/{id}/{page?}/{...rest}',
      bindings: [
        position('id', 0, int),
        position('page', 1, optional(int)),
        { source: 'object', type: object({ q: String, tags: optional(array(String)) }) },
        { source: 'rest', name: 'rest', index: 2, type: String },
      ],
      handler,
      pathMismatchStatus: 404,
      closed: true,
    });
    expect(await findingsOf(tree)).toEqual([]);
    const shown = Object.entries(tree.paths).map(([path, { get }]) => [
      path,
      get!
        .parameters!.map(({ name, in: place, required }) => `${place} ${name}${required ? '' : '?'}`)
        .join(', '),
    ]);
    expect(shown).toEqual([
      ['/foo-bar/{id}', 'path id, query page?, query q, query tags?'],
      ['/foo-bar/{id}/{page}', 'path id, path page, query q, query tags?'],
      ['/foo-bar/{id}/{page}/{rest}', 'path id, path page, path rest, query q, query tags?'],
    ]);
    expect(Object.keys(tree.paths['/foo-bar/{id}']!.get!.responses)).toContain('404');
  });

  it('pass named values in the body if the method allows one', async () => {
    const fields = { title: String, at: Date, whole: optional(object({ a: int })), file: optional(File) };
    const bindings: readonly Binding[] = [
      position('id', 0, int),
      position('count', 1, optional(int)),
      { source: 'object', type: object(fields) },
    ];
    const tree = mounted({ method: 'POST', path: '/notes/{id}/{count?}', bindings, handler, closed: true });
    expect(await findingsOf(tree)).toEqual([]);
    const { requestBody } = tree.paths['/notes/{id}']!.post!;
    const namesOf = Object.entries(requestBody!.content).map(([type, { schema }]) => [
      type,
      Object.keys(schema!['properties'] as object),
      schema!['required'],
      schema!['additionalProperties'],
    ]);
    expect(namesOf).toEqual([
      ['application/json', ['count', 'title', 'at', 'whole'], ['title', 'at'], false],
      ['application/x-www-form-urlencoded', ['count', 'title', 'at'], ['title', 'at'], false],
      ['multipart/form-data', ['count', 'title', 'at', 'file'], ['title', 'at'], false],
    ]);
  });

  it('pass named values in the query if the body is a single value', async () => {
    const bindings: readonly Binding[] = [
      { source: 'body', type: Uint8Array },
      { source: 'object', type: object({ name: String }) },
    ];
    const tree = mounted({ method: 'PUT', path: '/blob', bindings, handler, closed: true });
    expect(await findingsOf(tree)).toEqual([]);
    expect(tree.paths['/blob']!.put).toMatchObject({
      parameters: [{ name: 'name', in: 'query', required: true }],
      requestBody: { content: { 'application/octet-stream': {} } },
    });
  });

  it("describe fields by their descriptions and defaults and by the object's schema", async () => {
    const checked = z.object({ q: z.string().max(9), from: z.string().optional() }).meta({ id: 'Search' });
    const bindings: readonly Binding[] = [
      {
        source: 'position',
        name: 'page',
        index: 0,
        type: optional(int),
        defaultSource: '1',
        description: 'from 1',
      },
      {
        source: 'object',
        type: object({ q: anything, from: optional(anything), sort: optional(String) }),
        notes: {
          q: { description: 'a word' },
          from: { defaultSource: 'today()' },
          sort: { defaultSource: "'new'" },
        },
        checkedBy: checked,
      },
    ];
    const tree = mounted({ method: 'GET', path: '/search/{page?}', bindings, handler });
    expect(await findingsOf(tree)).toEqual([]);
    expect(tree.paths['/search']!.get!.parameters).toEqual([
      {
        name: 'page',
        in: 'query',
        required: false,
        description: 'from 1',
        schema: { type: 'integer', default: 1 },
      },
      {
        name: 'q',
        in: 'query',
        required: true,
        description: 'a word',
        schema: { type: 'string', maxLength: 9 },
      },
      {
        name: 'from',
        in: 'query',
        required: false,
        description: 'Default: `today()`.',
        schema: { type: 'string' },
      },
      { name: 'sort', in: 'query', required: false, schema: { type: 'string', default: 'new' } },
    ]);
  });

  it('share one document with routes of the pattern table', async () => {
    const matcher: Matcher = {
      name: 'tree',
      routes: [{ method: 'POST', path: '/notes/{other}', bindings: [position('other', 0, int)], handler }],
      match: () => NO_MATCH,
      variables: () => [],
    };
    const router = new Router(toolkit)
      .add(route({ method: 'GET', path: '/notes/{id}', bindings: [PathParam('id', int)], handler }))
      .mount(matcher);
    const both = openapi(router, { info });
    expect(await findingsOf(both)).toEqual([]);
    expect(Object.keys(both.paths)).toEqual(['/notes/{id}']);
    expect(Object.keys(both.paths['/notes/{id}']!)).toEqual(['get', 'post']);
  });
});

describe('router filters', () => {
  it('are documented if they run for every path that a route matches', () => {
    const router = new Router(toolkit)
      .use(
        '/admin/{rest:.*}',
        basic(() => true),
      )
      .add(
        route({ method: 'GET', path: '/admin/a', handler: () => 1 }),
        route({ method: 'GET', path: '/public', handler: () => 1 }),
      );
    const { paths } = openapi(router, { info });
    expect(paths['/admin/a']!.get!.security).toEqual([{ basic: [] }]);
    expect(paths['/public']!.get!.security).toBeUndefined();
  });

  it('are documented with the errors and the scheme that describeFilter declares', () => {
    const pass: Filter = (_context, next) => next();
    const keyed = describeFilter((...args) => pass(...args), { challenge: 'Key', refuses: ['conflict'] });
    const tokened = describeFilter((...args) => pass(...args), {
      challenge: 'Token',
      optional: true,
      refuses: ['unauthorized'],
    });
    const router = new Router(toolkit)
      .use('/keyed', keyed)
      .use('/tokened', tokened)
      .use('/both', keyed)
      .use('/both', tokened);
    for (const path of ['/keyed', '/tokened', '/both'])
      router.add(route({ method: 'GET', path, handler: () => 1 }));
    const { paths } = openapi(router, { info });
    const described = Object.values(paths).map(({ get }) => [
      get!.security,
      Object.keys(get!.responses).filter((status) => status.startsWith('4')),
    ]);
    expect(described).toEqual([
      [[{ key: [] }], ['406', '409']],
      [
        [{}, { token: [] }],
        ['401', '406'],
      ],
      [
        [{ key: [] }, { key: [], token: [] }],
        ['401', '406', '409'],
      ],
    ]);
  });
});

describe('operation ids', () => {
  it('do not depend on the order of routes, and contain the path if routes share a name', () => {
    const one = route({ method: 'GET', path: '/a', handler: function list() {} });
    const two = route({ method: 'GET', path: '/b', handler: function list() {} });
    const idOf = (given: OpenapiDocument, path: string): string => given.paths[path]!.get!.operationId;
    for (const each of [documentOf(one, two), documentOf(two, one)]) {
      expect([idOf(each, '/a'), idOf(each, '/b')]).toEqual(['getA', 'getB']);
    }
    expect(idOf(documentOf(one), '/a')).toBe('list');
  });
});

describe('documented responses', () => {
  it('have descriptions, types, headers and examples', async () => {
    const described = documentOf(
      route({
        method: 'POST',
        path: '/notes',
        summary: 'Adds a note',
        description: 'Adds a note. It is stored.',
        deprecated: true,
        responses: {
          201: {
            description: 'The note was added.',
            type: object({ id: int }),
            headers: { Location: { description: 'Its address', required: true } },
            examples: { first: { id: 1 } },
          },
          409: { description: 'There is such a note.' },
          410: {},
        },
        handler: () => {},
      }),
    );
    expect(await findingsOf(described)).toEqual([]);
    expect(described.paths['/notes']!.post).toEqual({
      operationId: 'postNotes',
      summary: 'Adds a note',
      description: 'Adds a note. It is stored.',
      deprecated: true,
      responses: {
        201: {
          description: 'The note was added.',
          headers: { Location: { description: 'Its address', required: true, schema: { type: 'string' } } },
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { id: { type: 'integer' } },
                required: ['id'],
                additionalProperties: false,
              },
              examples: { first: { value: { id: 1 } } },
            },
          },
        },
        406: { $ref: '#/components/responses/not-acceptable' },
        409: {
          description: 'There is such a note.',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
        410: {
          description: 'Gone',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
        default: { $ref: '#/components/responses/problem' },
      },
    });
  });

  it('refine the declared result of the same status', () => {
    const { responses } = documentOf(
      route({
        method: 'GET',
        path: '/note',
        results: [{ form: 'json', schema: { type: 'number' } }, { form: 'none' }],
        responses: { 200: { examples: { one: 1 } } },
        handler: () => 1,
      }),
    ).paths['/note']!.get!;
    expect(responses['200']).toEqual({
      description: 'Success',
      content: { 'application/json': { schema: { type: 'number' }, examples: { one: { value: 1 } } } },
    });
    expect(responses['204']).toEqual({ description: 'No content' });
  });
});

describe('the option errors', () => {
  const failing = route({
    method: 'GET',
    path: '/notes/{id}',
    bindings: [PathParam('id', int)],
    responses: { 409: { description: 'A conflict' } },
    returns: String,
    handler: () => 'a',
  });
  const ApiErrors = z.object({ errors: z.record(z.string(), z.array(z.string())) });

  it('describes all errors by its type, with references to one schema', async () => {
    const router = new Router(toolkit).add(failing);
    const described = openapi(router, { info, errors: { type: ApiErrors } });
    expect(await findingsOf(described)).toEqual([]);
    const { schemas, responses } = described.components as any;
    expect(Object.keys(schemas)).toEqual(['Error']);
    expect(schemas['Error']).toMatchObject({ properties: { errors: { type: 'object' } } });
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
    expect(Object.keys(responses)).toEqual(['bad-request', 'not-acceptable', 'problem']);
    for (const response of Object.values(responses)) expect(response).toMatchObject({ content });
    expect(described.paths['/notes/{id}']).toMatchObject({
      get: { responses: { 409: { description: 'A conflict', content } } },
    });
  });

  it('describes errors with the statuses that the handler sets', () => {
    const router = new Router(toolkit).add(failing);
    const { paths, components } = openapi(router, {
      info,
      errors: { type: ApiErrors, statuses: { 400: 422 } },
    }) as any;
    expect(Object.keys(paths['/notes/{id}'].get.responses)).toEqual(['200', '406', '409', '422', 'default']);
    expect(components.responses['bad-request'].description).toBe('Unprocessable Entity');
  });

  it('accepts a named schema and a media type', () => {
    const type = ApiErrors.meta({ id: 'ApiErrors' });
    const mediaType = 'application/vnd.api+json';
    const { components } = openapi(new Router(toolkit), { info, errors: { type, mediaType } }) as any;
    expect(Object.keys(components.schemas)).toEqual(['ApiErrorsResult']);
    expect(components.responses['problem']).toMatchObject({
      content: { [mediaType]: { schema: { $ref: '#/components/schemas/ApiErrorsResult' } } },
    });
  });

  it('of serveOpenapi also applies to documents and clients that are created for the router later', () => {
    const router = serveOpenapi(new Router(toolkit).add(failing), { info, errors: { type: ApiErrors } });
    const created = openapi(router, { info });
    expect(Object.keys(created.components!.schemas!)).toEqual(['Error']);
    expect(writeClient(created)).toMatch(/Error: \{\s+errors: \{\s+\[\w+: string\]: string\[\]/);
  });
});
