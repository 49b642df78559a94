import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  BeanParam,
  BodyParam,
  Context,
  CookieParam,
  FormParam,
  HeaderParam,
  HttpRequest,
  int,
  MatrixParam,
  optional,
  PathParam,
  QueryParam,
  route,
  Router,
  Toolkit,
} from '../../index.ts';
import type { Bindable } from '../../kernel.ts';
import { echo } from '../../testing/echo.ts';
import { describeTransports } from '../../testing/transports.ts';

enum Size {
  one = 'one',
  two = 'two',
}

class Page {
  from = 10;
  size = 20;
}

class Everything {
  flag!: boolean;
  path!: string;
  query!: string;
  cookie!: string;
  size!: Size;
  one!: number;
  body = 'untouched';
  page!: Page;
  request!: HttpRequest;
}

class Range {
  readonly from: number;
  readonly to: number;
  note: string | undefined;
  constructor(from: number, to: number) {
    if (from > to) throw new Error('secret');
    this.from = from;
    this.to = to;
  }
}

const page = BeanParam({
  type: Page,
  fields: { from: QueryParam('from', optional(int)), size: QueryParam('size', int).default('5') },
});
const everything = BeanParam({
  type: Everything,
  fields: {
    flag: HeaderParam('MyHeader', Boolean),
    path: PathParam('param', String),
    query: QueryParam('query', String).raw(),
    cookie: CookieParam('chocolate', String),
    size: MatrixParam('enum', Size),
    one: MatrixParam('one', int),
    body: BodyParam(String).default('empty'),
    page,
    request: Context(HttpRequest),
  },
});
const range = BeanParam({
  type: Range,
  parameters: [QueryParam('from', int), QueryParam('to', int)],
  fields: { note: FormParam('note', optional(String)) },
});

const routerOf = (path: string, ...bindings: readonly Bindable<any>[]): Router =>
  new Router(new Toolkit()).add(echo(path, ...bindings));

describeTransports('beans', (serve) => {
  it('a bean can contain values from every source, other beans and the body', async () => {
    const client = await serve(
      new Router(new Toolkit()).add(
        route({
          method: 'POST',
          path: '/bean/{param}',
          bindings: [everything],
          handler: ({ request, ...rest }) => ({ ...rest, real: request instanceof HttpRequest }),
        }),
      ),
    );
    const headers = { MyHeader: 'true', cookie: 'chocolate=tasty' };
    const response = await client({
      method: 'POST',
      url: '/bean/result;one=1;enum=two?query=one+two&size=7',
      headers,
      body: 'text',
    });
    const expected = {
      flag: true,
      path: 'result',
      query: 'one+two',
      cookie: 'tasty',
      size: 'two',
      one: 1,
      body: 'text',
      page: { from: 10, size: 7 },
      real: true,
    };
    expect(response.json()).toEqual(expected);
    const without = await client({
      method: 'POST',
      url: '/bean/result;one=1;enum=two?query=one+two',
      headers,
    });
    expect(without.json()).toEqual({ ...expected, body: 'empty', page: { from: 10, size: 5 } });
  });

  it('each failure in a bean is reported with its source and name', async () => {
    const client = await serve(routerOf('/bean/{param}', everything));
    const response = await client({
      method: 'POST',
      url: '/bean/x;one=a?from=b',
      headers: { myheader: 'c' },
    });
    expect(response.status).toBe(400);
    const { errors } = response.json() as { errors: Record<string, string>[] };
    expect(errors.map(({ source, name, code }) => `${source} ${name} ${code}`)).toEqual([
      'header MyHeader invalid',
      'query query missing',
      'cookie chocolate missing',
      'matrix enum missing',
      'matrix one invalid',
      'query from invalid',
    ]);
  });

  it('the response is 400 without details if the constructor of a bean throws', async () => {
    const client = await serve(routerOf('/', range));
    expect((await client('/?from=1&to=2')).json()).toEqual([{ from: 1, to: 2 }]);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await client({ method: 'POST', url: '/?from=1&to=2', body: 'note=a', headers })).json()).toEqual([
      { from: 1, to: 2, note: 'a' },
    ]);
    expect((await client('/?from=3&to=2')).json().errors).toEqual([
      { source: 'bean', name: 'Range', code: 'invalid', detail: 'must be of type Range' },
    ]);
    expect((await client('/?from=3')).json().errors).toEqual([
      { source: 'query', name: 'to', code: 'missing', detail: 'is missing' },
    ]);
  });

  it('a bean is created after its asynchronous parts and validated as a whole', async () => {
    const slow = z.coerce.number().refine(async (n) => n > 0);
    const checked = BeanParam({
      type: Range,
      parameters: [QueryParam('from', slow), QueryParam('to', slow)],
    }).valid(z.custom<Range>((made) => made instanceof Range && made.to - made.from < 5, 'too wide'));
    const client = await serve(routerOf('/', checked));
    expect((await client('/?from=1&to=2')).json()).toEqual([{ from: 1, to: 2 }]);
    expect((await client('/?from=1&to=9')).json().errors).toMatchObject([
      { source: 'bean', detail: 'too wide' },
    ]);
    expect((await client('/?from=-1&to=-9')).json().errors).toHaveLength(2);
    expect((await client('/?from=9&to=1')).json().errors).toMatchObject([
      { source: 'bean', code: 'invalid' },
    ]);
  });

  it('a bean is not constructed if the body cannot be read', async () => {
    const client = await serve(routerOf('/', BeanParam({ type: Page, fields: { from: BodyParam(int) } })));
    expect((await client({ method: 'POST', url: '/', json: 3 })).json()).toEqual([{ from: 3, size: 20 }]);
    const headers = { 'content-type': 'application/json' };
    expect((await client({ method: 'POST', url: '/', body: '{', headers })).json().errors).toMatchObject([
      { source: 'body', code: 'malformed' },
    ]);
    expect((await client({ method: 'POST', url: '/' })).json().errors).toMatchObject([
      { source: 'body', code: 'missing' },
    ]);
  });
});

it('an invalid bean is reported at start-up', () => {
  const codes = (...bindings: readonly Bindable<any>[]): string[] =>
    routerOf('/{id}', ...bindings)
      .diagnostics()
      .map(({ code, message }) => `${code} ${message.slice(message.indexOf('): ') + 3)}`);
  expect(codes(BeanParam({ type: Page }))).toEqual(['W2020 bean Page binds no field or parameter']);
  expect(codes(BeanParam({ type: Page, fields: { from: PathParam('ib', int) } }))).toEqual([
    'W2005 the path has no variable named ib',
  ]);
  expect(codes(BeanParam({ type: Page, fields: { from: QueryParam('a', int).default('x') } }))).toEqual([
    'W2002 query a: the default "x" must be a whole number',
  ]);
  const body = BeanParam({ type: Page, fields: { from: BodyParam(int) } });
  expect(codes(body, BodyParam(String))).toEqual(['W2006 the body is bound twice']);
  expect(codes(body, FormParam('a', String))).toEqual([
    'W2006 the body is bound both as a whole and as a form',
  ]);
});
