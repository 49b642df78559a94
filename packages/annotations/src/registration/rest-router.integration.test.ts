import { Toolkit, type Router } from '@writ/http';
import { describeTransports } from '@writ/http/testing/transports';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compileStandard } from '../../test/standard-mode.ts';
import { GET, Path, PathParam, POST, RestBuilder, RestRouter } from '../index.ts';

const { directory, remove } = compileStandard();
afterAll(remove);

type Notes = new () => object;
const load = async (file: string): Promise<Notes> =>
  ((await import(/* @vite-ignore */ file)) as { Notes: Notes }).Notes;

describe.each([
  ['experimental', join(import.meta.dirname, '../../test/fixtures/notes.ts')],
  ['standard', join(directory, 'notes.js')],
])('%s decorators', (_mode, file) => {
  const quiet = { debug() {}, info() {}, warn() {}, error() {} };
  const router = async (): Promise<Router> =>
    RestRouter.register(new Toolkit({ limits: { body: 64 }, logger: quiet }), await load(file));

  describeTransports('an annotated class', (serve) => {
    it('binds a path variable and returns its result as JSON', async () => {
      const client = await serve(await router());
      const { status, headers, ...response } = await client('/notes/1');
      expect(status).toBe(200);
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect(response.json()).toEqual({ id: 1, title: 'first' });
    });

    it('converts query values and applies their defaults', async () => {
      const client = await serve(await router());
      expect((await client('/notes/1?upper=yes')).json()).toMatchObject({ title: 'FIRST' });
      expect((await client('/notes?page=2&order=up')).json()).toMatchObject({ page: 2, order: 'up' });
      expect((await client('/notes')).json()).toMatchObject({ page: 1, order: null });
    });

    it('creates an instance of its class from a JSON body', async () => {
      const client = await serve(await router());
      const response = await client({ method: 'POST', url: '/notes', json: { title: 'x' } });
      expect(response.json()).toEqual({ isNote: true, title: 'x' });
    });

    it('calls inherited routes and the methods that override them', async () => {
      const client = await serve(await router());
      expect((await client({ method: 'DELETE', url: '/notes/1' })).status).toBe(204);
      expect((await client('/notes')).json()).toMatchObject({ notes: [] });
    });

    it('lists every invalid value in one problem document', async () => {
      const client = await serve(await router());
      const { status, headers, ...response } = await client('/notes?page=x&order=left');
      expect(status).toBe(400);
      expect(headers['content-type']).toBe('application/problem+json');
      const { errors } = response.json() as { errors: object[] };
      expect(errors).toMatchObject([
        { source: 'query', name: 'page' },
        { source: 'query', name: 'order' },
      ]);
      expect(errors).toHaveLength(2);
    });

    it.each([
      ['a path without a route', { url: '/other' }, 404, 'not-found'],
      ['an error that the handler throws', { url: '/notes/2' }, 404, 'not-found'],
      [
        'malformed JSON',
        { method: 'POST', url: '/notes', body: '{', headers: { 'content-type': 'application/json' } },
        400,
        'invalid-values',
      ],
      [
        'an unsupported media type',
        { method: 'POST', url: '/notes', body: 'x', headers: { 'content-type': 'text/plain' } },
        415,
        'unsupported-media-type',
      ],
      [
        'a body over the limit',
        { method: 'POST', url: '/notes', json: { title: 'x'.repeat(64) } },
        413,
        'body-too-large',
      ],
    ])('answers %s with the expected status', async (_what, request, status, code) => {
      const client = await serve(await router());
      const response = await client(request);
      expect(response.status).toBe(status);
      expect(response.json()).toMatchObject({ status, code });
    });

    it('answers another method with 405 and the allowed methods', async () => {
      const client = await serve(await router());
      const { status, headers } = await client({ method: 'PUT', url: '/notes/1' });
      expect(status).toBe(405);
      expect(headers['allow']!.split(', ')).toEqual(expect.arrayContaining(['GET', 'DELETE']));
      expect(headers['allow']).not.toContain('POST');
    });

    it('does not expose an internal error to the client', async () => {
      const client = await serve(await router());
      const response = await client('/notes/fault');
      expect(response.status).toBe(500);
      expect(response.text()).not.toMatch(/hunter2|notes\.[jt]s/);
    });
  });
});

class One {
  @GET('/one') one(): string {
    return 'one';
  }
}

it('RestRouter.register accepts several classes and instances, on a toolkit or an existing router', () => {
  class Two {
    readonly #text: string;
    constructor(text: string) {
      this.#text = text;
    }
    @GET('/two') two(): string {
      return this.#text;
    }
  }
  const router = RestRouter.register(new Toolkit(), One);
  expect(RestRouter.register(router, new Two('two'))).toBe(router);
  expect(
    router
      .build()
      .table()
      .map(({ path, handler }) => [path, handler]),
  ).toEqual([
    ['/one', 'One.one'],
    ['/two', 'Two.two'],
  ]);
});

describe('RestBuilder', () => {
  it('builds a router with the registered classes and filters', async () => {
    const seen: string[] = [];
    const router = new RestBuilder(new Toolkit())
      .register(One)
      .use((context, next) => {
        seen.push(context.request.path);
        return next();
      })
      .build();
    const response = await router.fetch(new Request('http://localhost/one'));
    expect([await response.text(), seen]).toEqual(['one', ['/one']]);
  });

  it('throws the findings of all classes together, with their locations', () => {
    class NeedsAnArgument {
      readonly #store: object;
      constructor(store: object) {
        this.#store = store;
      }
      @GET('/') one(): object {
        return this.#store;
      }
    }
    class Wrong {
      @GET('/{id') pattern(): void {}
      @Path('/lost') lost(): void {}
      @POST('/{id}') source(@PathParam('id') _id: string | undefined, _other: unknown): void {}
    }
    class Empty {}
    class Failing {
      constructor() {
        throw new Error('not connected');
      }
    }
    const builder = new RestBuilder(new Toolkit())
      .register(NeedsAnArgument, Wrong)
      .register(Empty, undefined as never, () => 1, Object.create(null) as object, Failing)
      .use('/{', (_context, next) => next())
      .use(undefined as never);
    let diagnostics: readonly { readonly rule?: string; readonly file?: string; readonly range?: object }[] =
      [];
    try {
      builder.build();
    } catch (error) {
      ({ diagnostics } = error as { diagnostics: typeof diagnostics });
    }
    expect(diagnostics.map(({ rule }) => rule).toSorted()).toEqual([
      'filter',
      'filter-pattern',
      'no-instance',
      'no-instance',
      'no-routes',
      'no-source',
      'not-a-class',
      'not-a-class',
      'not-a-class',
      'path-pattern',
      'unknown-type',
      'without-verb',
    ]);
    for (const { file, range } of diagnostics) {
      expect(file).toMatch(/rest-router\.integration\.test\.ts$/);
      expect(range).toBeDefined();
    }
  });
});
