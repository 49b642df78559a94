import { array, int, optional } from '@writ/http';
import { describeTransports } from '@writ/http/testing/transports';
import { expect, it } from 'vitest';
import {
  AddressError,
  ApplicationPath,
  BeanParam,
  DefaultValue,
  GET,
  HeaderParam,
  MatrixParam,
  Path,
  PathParam,
  POST,
  QueryParam,
  url,
} from '../../src/index.ts';
import { createRouter } from './table.ts';

class Page {
  @QueryParam('page', int) @DefaultValue('1') page!: number;
  @QueryParam('sort', optional(String)) sort?: string;
}
enum Colour {
  Red = 'red',
  Blue = 'blue',
}

@Path('/notes')
class Notes {
  @GET('/{id:\\d+}')
  one(@PathParam('id', int) id: number, @QueryParam('loud', optional(Boolean)) loud?: boolean): unknown {
    return ['one', id, loud ?? null];
  }
  @GET() list(@BeanParam() { page, sort }: Page, @QueryParam('tag', array(String)) tags: string[]): unknown {
    return ['list', page, sort ?? null, tags];
  }
  @GET('/{id}/files/{path:.*}', PathParam('id', int), PathParam('path', String))
  file(id: number, path: string): unknown {
    return ['file', id, path];
  }
  @GET('/in/:colour', PathParam('colour', Colour), MatrixParam('shade', optional(int)))
  painted(colour: Colour, shade?: number): unknown {
    return ['painted', colour, shade ?? null];
  }
  @POST('/{id}/copies', PathParam('id', int), HeaderParam('x-by', optional(String)))
  copy(id: number, by?: string): unknown {
    return ['copy', id, by ?? null];
  }
  #helped = 0;
  help(): number {
    return (this.#helped += 1);
  }
}

/** The same routes under another path. */
@ApplicationPath('/v2')
class Second extends Notes {}

@Path('/{tenant}/things')
class Things {
  @GET('/{id}') one(
    @PathParam('tenant', String) tenant: string,
    @PathParam('id', String) id: string,
  ): unknown {
    return [tenant, id];
  }
}

const ADDRESSES: [address: string, expected: string, answer: unknown][] = [
  [url(Notes, 'one', { id: 7 }), '/notes/7', ['one', 7, null]],
  [url(Notes, 'one', { id: 7, loud: true }), '/notes/7?loud=true', ['one', 7, true]],
  [
    url(Notes, 'list', { tag: ['a&b', 'ü'], sort: 'x y' }),
    '/notes?sort=x%20y&tag=a%26b&tag=%C3%BC',
    ['list', 1, 'x y', ['a&b', 'ü']],
  ],
  [url(Notes, 'list', { page: 3, tag: ['a'] }), '/notes?page=3&tag=a', ['list', 3, null, ['a']]],
  [url(Notes, 'file', { id: 1, path: 'a b/c%' }), '/notes/1/files/a%20b/c%25', ['file', 1, 'a b/c%']],
  [url(Notes, 'file', { id: 1, path: '' }), '/notes/1/files/', ['file', 1, '']],
  [
    url(Notes, 'painted', { colour: Colour.Blue, shade: 3 }),
    '/notes/in/blue;shade=3',
    ['painted', 'blue', 3],
  ],
  [url(Second, 'one', { id: 7 }), '/v2/notes/7', ['one', 7, null]],
  [url(Things, 'one', { tenant: 'a/b', id: '?' }), '/a%2Fb/things/%3F', ['a/b', '?']],
];

describeTransports('an address of url() is answered by its method', (serve) => {
  it.each(ADDRESSES)('%s', async (address, expected, answer) => {
    expect(address).toBe(expected);
    const client = await serve(createRouter(Notes, Second, Things));
    const { status, json } = await client(address);
    expect({ status, body: json() as unknown }).toEqual({ status: 200, body: answer });
  });

  it('even if a proxy removes its base path', async () => {
    expect(url(Notes, 'copy', { id: 7 }, { base: 'https://example.org/api' })).toBe(
      'https://example.org/api/notes/7/copies',
    );
    const client = await serve(createRouter(Notes));
    const target = url(Notes, 'copy', { id: 7 }, { base: '/api' }).slice('/api'.length);
    expect((await client({ method: 'POST', url: target })).json()).toEqual(['copy', 7, null]);
  });
});

it.each<[make: () => string, message: string]>([
  [
    () => url(Notes, 'one'),
    'cannot build the address of GET /notes/{id:\\d+} (Notes.one): id is missing (parameters: id, loud)',
  ],
  [() => url(Notes, 'one', { id: 7, lod: true }), '(Notes.one): lod is unknown (parameters: id, loud)'],
  [() => url(Notes, 'one', { id: 'x' }), '(Notes.one): id must be a whole number: "x"'],
  [() => url(Notes, 'one', { id: -7 }), '(Notes.one): id does not match \\d+: "-7"'],
  [() => url(Notes, 'list'), '(Notes.list): tag is missing (parameters: page, sort, tag)'],
  [
    () => url(Notes, 'painted', { colour: 'green' }),
    '(Notes.painted): colour must be one of "red", "blue": "green"',
  ],
  [
    () => url(Notes, 'copy', { id: 7, 'x-by': 'me' }),
    '(Notes.copy): x-by is a header, which is not part of an address',
  ],
  [() => url(Second, 'one'), '(Second.one): id is missing'],
])('url() throws with class, method and value: %s', (make, message) => {
  expect(make).toThrow(AddressError);
  expect(make).toThrow(message);
});

it('url() throws a TypeError for a method that is not a route or has invalid annotations', () => {
  class Wrong {
    @GET('/{id}') one(id: number): number {
      return id;
    }
    @GET() two(): void {}
  }
  class None {
    one(): void {}
  }
  const routes = 'one, list, file, painted, copy';
  expect(() => url(Notes, 'help')).toThrow(
    new TypeError(`Notes.help is not a route (routes of Notes: ${routes})`),
  );
  expect(() => url(None, 'one')).toThrow(new TypeError('None.one is not a route (routes of None: none)'));
  expect(() => url(Wrong, 'two')).toThrow('Wrong.two is not a route');
  expect(() => url(Wrong, 'one', { id: 7 })).toThrow('parameter 1 of Wrong.one has no source');
});

it('url() does not instantiate the class', () => {
  let objects = 0;
  class Counted {
    constructor(readonly needed: string) {
      objects += 1;
    }
    @GET('/counted') one(): string {
      return this.needed;
    }
  }
  expect(url(Counted, 'one')).toBe('/counted');
  expect(objects).toBe(0);
});
