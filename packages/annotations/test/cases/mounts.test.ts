import { expect, it } from 'vitest';
import { GET, int, Path, PathParam, RestRouter, Router, Toolkit, url } from '../../src/index.ts';
import { describeTransports } from '@writ/http/testing/transports';

@Path('/notes')
class Notes {
  @GET('/{id}', PathParam('id', int))
  one(id: number): unknown {
    return { id, self: url(Notes, 'one', { id }) };
  }
}

describeTransports('a router of annotated classes under a prefix', (serve) => {
  it('answers below the prefix, and its addresses contain it', async () => {
    const toolkit = new Toolkit({ logger: { debug() {}, info() {}, warn() {}, error() {} } });
    expect(new Router(toolkit).prefixes).toEqual(['']);
    const admin = RestRouter.register(toolkit, Notes);
    const client = await serve(RestRouter.register(toolkit).mount('/admin', admin));
    expect((await client('/admin/notes/7')).json()).toEqual({ id: 7, self: '/admin/notes/7' });
    expect((await client('/notes/7')).status).toBe(404);
  });
});

it('the address of a class in several mounted routers has the first prefix unless another one is selected', () => {
  @Path('/tags')
  class Tags {
    @GET()
    list(): void {}
  }
  const toolkit = new Toolkit();
  expect(url(Tags, 'list')).toBe('/tags');
  const tags = RestRouter.register(toolkit, Tags);
  expect(url(Tags, 'list')).toBe('/tags');
  new Router(toolkit).mount('/a', tags).mount('/b', tags);
  expect(url(Tags, 'list')).toBe('/a/tags');
  expect(url(Tags, 'list', {}, { prefix: '/b', base: '/api' })).toBe('/api/b/tags');
  expect(() => url(Tags, 'list', {}, { prefix: '/c' })).toThrow('prefixes: /a, /b');
});
