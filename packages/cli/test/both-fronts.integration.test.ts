/**
 * Annotated classes and controllers in one application share the router, the route table, the OpenAPI document and the
 * error format.
 */
import { GET, Path, PathParam, POST, QueryParam, RestRouter } from '@writ/annotations';
import { loadControllers } from '@writ/controllers';
import { int, Toolkit, type Router } from '@writ/http';
import { serveOpenapi, type OpenapiDocument } from '@writ/http/openapi';
import { inject } from '@writ/http/testing';
import { describeTransports } from '@writ/http/testing/transports';
import { expect, it } from 'vitest';
import { page, project } from './project.ts';

@Path('/api')
class Api {
  @GET('/notes/{id}')
  one(@PathParam('id', int) id: number): object {
    return { api: id };
  }

  @POST('/notes')
  add(@QueryParam('rank', int) rank: number): object {
    return { rank };
  }
}

const files = {
  'app/index.ts': `${page}
    export class Default extends Controller { GET() { return { front: this.url(Notes, 7) }; } }
    export class Notes extends Controller {
      /** One note. */
      GET(id: number) { return { page: id }; }
      PUT(id: number, { rank }: { rank: number }) { return { id, rank }; }
    }`,
};

/** The annotated classes at `/api`, the controllers below `path`. */
async function createRouter(path = '/pages', toolkit = new Toolkit()): Promise<Router> {
  const router = RestRouter.register(toolkit, Api);
  const pages = await loadControllers({ directory: project(files), prefixes: ['app'], path });
  router.mount(pages.matcher).report(...pages.diagnostics);
  return serveOpenapi(router, { info: { title: 'Both', version: '1' }, reference: true });
}

describeTransports('annotated classes and controllers', (serve) => {
  it('respond at their own paths', async () => {
    const client = await serve(await createRouter());
    const answers = ['/api/notes/3', '/pages', '/pages/notes/3'].map(async (path) =>
      (await client(path)).json(),
    );
    expect(await Promise.all(answers)).toEqual([{ api: 3 }, { front: '/pages/notes/7' }, { page: 3 }]);
  });

  it('return errors in the same form', async () => {
    const client = await serve(await createRouter());
    const refused = async (method: string, url: string): Promise<object> => {
      const { status, headers, json } = await client({ method, url });
      return { status, media: headers['content-type'], allow: headers['allow'], ...json() };
    };
    const [one, other] = [
      await refused('POST', '/api/notes?rank=x'),
      await refused('PUT', '/pages/notes/7?rank=x'),
    ];
    expect(one).toMatchObject({
      status: 400,
      media: 'application/problem+json',
      code: 'invalid-values',
      errors: [{ source: 'query', name: 'rank' }],
    });
    expect(Object.keys(other)).toEqual(Object.keys(one));
    expect({ ...other, instance: '', errors: [] }).toEqual({ ...one, instance: '', errors: [] });
    expect(await refused('DELETE', '/api/notes')).toMatchObject({ status: 405, allow: 'OPTIONS, POST' });
    expect(await refused('DELETE', '/pages/notes/7')).toMatchObject({
      status: 405,
      allow: 'GET, HEAD, OPTIONS, PUT',
    });
    for (const path of ['/api/none', '/pages/none', '/none', '/notes/3']) {
      expect(await refused('GET', path)).toMatchObject({ status: 404, code: 'not-found', instance: path });
    }
  });

  it('use problems.base of the toolkit in problem types', async () => {
    const base = 'https://example.org/problems/';
    const client = await serve(await createRouter('/pages', new Toolkit({ problems: { base } })));
    for (const url of ['/api/notes?rank=x', '/pages/notes/7?rank=x']) {
      const method = url.startsWith('/api') ? 'POST' : 'PUT';
      expect((await client({ method, url })).json()).toMatchObject({ type: `${base}invalid-values` });
    }
    expect((await client('/openapi.json')).text()).toContain(`${base} followed by the code`);
  });

  it('share one OpenAPI document and page', async () => {
    const client = await serve(await createRouter());
    const document = (await client('/openapi.json')).json() as unknown as OpenapiDocument;
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => `${method} ${path} ${operationId}`),
    );
    expect(operations.toSorted()).toEqual([
      'get /api/notes/{id} Api_one',
      'get /pages getPages',
      'get /pages/notes/{id} getPagesNotesById',
      'post /api/notes Api_add',
      'put /pages/notes/{id} putPagesNotesById',
    ]);
    expect((await client('/reference')).text()).toContain('One note');
  });
});

it('annotated classes and controllers share one route table with the location of each route', async () => {
  const rows = (await createRouter()).table().filter(({ path }) => !/openapi|reference/.test(path));
  expect(rows.map(({ method, path, handler, from }) => [method, path, handler, from])).toEqual([
    ['GET', '/api/notes/{id}', 'Api.one', 'routes'],
    ['POST', '/api/notes', 'Api.add', 'routes'],
    ['GET', '/pages', 'Default.GET', 'controllers app'],
    ['GET', '/pages/notes/{id}', 'Notes.GET', 'controllers app'],
    ['PUT', '/pages/notes/{id}', 'Notes.PUT', 'controllers app'],
  ]);
  expect(rows.every(({ origin }) => origin.file !== undefined && origin.line !== undefined)).toBe(true);
});

it('annotated classes and controllers can be served below the same root', async () => {
  const router = await createRouter('/');
  expect((await inject(router, '/notes/3')).json()).toEqual({ page: 3 });
  expect((await inject(router, '/api/notes/3')).json()).toEqual({ api: 3 });
  expect((await inject(router, '/api')).status).toBe(404);
});

it('the findings of annotated classes and controllers are reported together', async () => {
  class Wrong {
    @GET('/{')
    broken(): void {}
  }
  const directory = project({ 'app.ts': `${page}export class A extends Controller { GET(id: any) {} }` });
  const { matcher, diagnostics } = await loadControllers({ directory, prefixes: ['app'] });
  const router = RestRouter.register(new Toolkit(), Wrong)
    .mount(matcher)
    .report(...diagnostics);
  expect(router.diagnostics().map(({ code }) => code)).toEqual(expect.arrayContaining(['W2001', 'W3401']));
  expect(() => router.build()).toThrow(/W2001[^]*W3401|W3401[^]*W2001/);
});
