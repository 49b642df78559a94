import { HttpRequest, HttpResponse, int, optional } from '@writ/http';
import { inject, type InjectRequest } from '@writ/http/testing';
import { IsInt, Max, Min, validate } from 'class-validator';
import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  BeanParam,
  BodyParam,
  classValidator,
  ConstraintException,
  ConstraintExceptionHandler,
  GET,
  HeaderParam,
  Path,
  PathParam,
  POST,
  Produces,
  QueryParam,
  RestBuilder,
  RestRouter,
  Valid,
} from '../../src/index.ts';
import { answers, errorsOf, JSON_TYPE, quietToolkit, routerOf } from './table.ts';

@Path('/check')
class Check {
  @GET('/that') that(@QueryParam('one', optional(String)) one = ''): string {
    return one;
  }
  @GET('/this') this(@QueryParam('one', String) one: string): string {
    return one;
  }
  @GET('/other') other(
    @QueryParam('one', int) @Valid(z.number().min(1).max(10)) one: number,
    @QueryParam('two', int) @Valid(z.number().min(1)) two: number,
    @QueryParam('three', int) @Valid(z.number().max(10)) three: number,
  ): string {
    return `${one + two + three}`;
  }
  @GET('/header') header(
    @HeaderParam('check-me', String) @Valid(z.string().regex(/^\w+OK$/)) value: string,
  ): string {
    return value;
  }
  @GET('/result', { produces: 'application/json' })
  @Valid(z.number().min(1).max(10))
  result(@QueryParam('one', String) one: string): number | null {
    return one === 'A' ? null : Number(one);
  }
}

const refused = (...errors: readonly object[]): object => ({
  status: 400,
  body: { code: 'invalid-values', errors },
});

answers('values that a schema checks', () => routerOf(Check), [
  ['F27-04 a value that may be absent', '/check/that', ''],
  ['F27-05 one that must not be', '/check/this', refused({ source: 'query', name: 'one', code: 'missing' })],
  ['F27-07 numbers within their bounds', '/check/other?one=1&two=1&three=10', '12'],
  [
    'F27-07 and without',
    '/check/other?one=11&two=0&three=10',
    refused({ source: 'query', name: 'one' }, { source: 'query', name: 'two' }),
  ],
  ['F27-14 a good header', { url: '/check/header', headers: { 'check-me': 'IAmOK' } }, 'IAmOK'],
  [
    'F27-14 a bad one',
    { url: '/check/header', headers: { 'check-me': 'IAmNot' } },
    refused({ source: 'header', name: 'check-me' }),
  ],
]);

/** It is the program that is wrong: the client is told nothing of it. */
const failed = { status: 500, body: /^(?!.*(?:expected|10)).*"code":"internal-error"/ };

answers('results that a schema checks', () => routerOf(Check), [
  ['F27-09 a good one', '/check/result?one=1', '1'],
  ['F27-10 one beyond its bound', '/check/result?one=11', failed],
  ['F27-11 none where there must be one', '/check/result?one=A', failed],
]);

class Order {
  @IsInt() @Min(1) @Max(4) cups = 0;
}
class Page {
  @(QueryParam('size', int).default('10')) @Max(50) size!: number;
}
class Word {
  static readonly schema = z.object({ text: z.string().min(2) });
  text = '';
}

@Path('/orders')
@Produces('application/json')
class Orders {
  @POST('/') add(@BodyParam() @Valid() order: Order): number {
    return order.cups;
  }
  @GET('/') list(@BeanParam() @Valid() page: Page): number {
    return page.size;
  }
  @GET('/one', QueryParam('cups', int)) @Valid() one(cups: number): Order {
    return Object.assign(new Order(), { cups });
  }
}

@Path('/words')
class Words {
  @POST('/') add(@BodyParam() @Valid() word: Word): string {
    return word.text;
  }
}

class Refusal extends ConstraintExceptionHandler {
  override write(exception: ConstraintException, _request: HttpRequest, response: HttpResponse): void {
    response.end(`${(exception.errors ?? []).map(({ pointer }) => pointer).join()} refused`);
  }
}

const post = (url: string, body: object): InjectRequest => ({
  method: 'POST',
  url,
  headers: JSON_TYPE,
  body: JSON.stringify(body),
});
const built = (): RestBuilder =>
  new RestBuilder(quietToolkit()).register(Orders, Words).validateWith(classValidator({ validate }));

answers('objects that a validator checks', () => built().build(), [
  ['a body', post('/orders', { cups: 3 }), '3'],
  [
    'and a wrong one',
    post('/orders', { cups: 5 }),
    { status: 400, body: { code: 'invalid-values', errors: [{ source: 'body', pointer: '/cups' }] } },
  ],
  ['a bean', '/orders?size=50', '50'],
  ['and a wrong one', '/orders?size=51', { status: 400, body: { errors: [{ pointer: '/size' }] } }],
  ['a result', '/orders/one?cups=4', { status: 200, body: { cups: 4 } }],
  ['and a wrong one', '/orders/one?cups=5', { status: 500, body: { code: 'internal-error' } }],
]);

answers('violations that a handler of the router answers for', () => built().errorHandler(Refusal).build(), [
  ['instead of the built-in one', post('/orders', { cups: 5 }), { status: 400, body: '/cups refused' }],
]);

answers('objects of classes with a schema', () => routerOf(Words), [
  ['a good one', post('/words', { text: 'tea' }), 'tea'],
  ['a bad one', post('/words', { text: 't' }), { status: 400, body: { errors: [{ pointer: '/text' }] } }],
]);

class Sized {
  static readonly schema = z.object({ size: z.number().max(3) });
  size = 0;
}

/** Without a schema, and without a source where there is but one that it can be. */
@Path('/alone')
class Alone {
  @POST('/body') body(@Valid() order: Order): number {
    return order.cups;
  }
  @POST('/beside/{n}') beside(@PathParam('n', int) n: number, @Valid() word: Word): string {
    return `${n} ${word.text}`;
  }
  @POST('/with') with(@Valid(z.object({ cups: z.number().max(2) })) order: { cups: number }): number {
    return order.cups;
  }
  @POST('/verb', BodyParam(Order).valid()) verb(order: Order): number {
    return order.cups;
  }
  @GET('/bean', BeanParam(Page).valid()) bean(page: Page): number {
    return page.size;
  }
  @GET('/on') on(@(BeanParam().valid()) page: Page): number {
    return page.size;
  }
  @GET('/optional', QueryParam('n', optional(int)).valid(z.number().max(3))) optional(n?: number): number {
    return n ?? 0;
  }
}

@Path('/alone')
class AloneBySchema {
  @POST('/schema', BodyParam(Sized).valid()) schema(sized: Sized): number {
    return sized.size;
  }
  @POST('/word') word(@Valid() word: Word): string {
    return word.text;
  }
}

const wrong = (pointer: string): object => ({
  status: 400,
  body: { code: 'invalid-values', errors: [{ pointer }] },
});

answers(
  'checks that name no schema',
  () => new RestBuilder(quietToolkit()).register(Alone).validateWith(classValidator({ validate })).build(),
  [
    ['a body that only says @Valid()', post('/alone/body', { cups: 3 }), '3'],
    ['and a wrong one', post('/alone/body', { cups: 5 }), wrong('/cups')],
    ['beside a path value', post('/alone/beside/7', { text: 'tea' }), '7 tea'],
    ['a body that says @Valid(schema)', post('/alone/with', { cups: 2 }), '2'],
    ['and a wrong one', post('/alone/with', { cups: 3 }), wrong('/cups')],
    ['.valid() of a body in the verb', post('/alone/verb', { cups: 3 }), '3'],
    ['and a wrong one', post('/alone/verb', { cups: 5 }), wrong('/cups')],
    ['.valid() of a bean in the verb', '/alone/bean?size=50', '50'],
    ['and a wrong one', '/alone/bean?size=51', wrong('/size')],
    ['.valid() of a bean on a parameter', '/alone/on?size=50', '50'],
    ['and a wrong one', '/alone/on?size=51', wrong('/size')],
    ['.valid(schema) of what may be absent', '/alone/optional', '0'],
  ],
);

answers('checks that the schema of a class makes', () => routerOf(AloneBySchema), [
  ['.valid() of a body in the verb', post('/alone/schema', { size: 3 }), '3'],
  ['and a wrong one', post('/alone/schema', { size: 4 }), wrong('/size')],
  ['a body that only says @Valid()', post('/alone/word', { text: 'tea' }), 'tea'],
  ['and a wrong one', post('/alone/word', { text: 't' }), wrong('/text')],
]);

it('@Valid() alone where it cannot be the body', () => {
  class NoBody {
    @GET('/a') get(@Valid() order: Order): number {
      return order.cups;
    }
    @POST('/b') two(@Valid() order: Order, other: Order): number {
      return order.cups + other.cups;
    }
    @POST('/c') beside(@BodyParam() order: Order, @Valid() other: Order): number {
      return order.cups + other.cups;
    }
  }
  const [get, ...others] = errorsOf(NoBody);
  expect(get).toBe('modifier-without-source: parameter "order" of NoBody.get has @Valid, but no source');
  expect(others).toEqual([
    'modifier-without-source: parameter "order" of NoBody.two has @Valid, but no source',
    'no-source: parameter "other" of NoBody.two has no source',
    'modifier-without-source: parameter "other" of NoBody.beside has @Valid, but no source',
  ]);
  expect(() => routerOf(NoBody).build()).toThrow('declare its source: @BeanParam() or @BodyParam() order');
});

it('@Valid() where nothing says how it is checked', () => {
  class Unsaid {
    @POST('/') add(@BodyParam() @Valid() order: Order): number {
      return order.cups;
    }
    @GET('/') list(@QueryParam('n', int) @Valid() n: number): number {
      return n;
    }
  }
  expect(errorsOf(Unsaid)).toEqual([
    expect.stringMatching('nothing says how it is checked'),
    expect.stringMatching('nothing says how it is checked'),
  ]);
});

it('a validator that is none', () => {
  const none = 'undefined is not a validator: it has no validate(value, type)';
  const builder = new RestBuilder(quietToolkit()).register(Words).validateWith(undefined as never);
  expect(() => builder.build()).toThrow(none);
  expect(() => RestRouter.validateWith(undefined as never)).toThrow(none);
});

@Path('/lenient')
class Lenient {
  @POST('/') add(order: Order): number {
    return order.cups;
  }
}

it('one for all toolkits, but not for those that inherit nothing', async () => {
  RestRouter.validateWith(classValidator({ validate }));
  const statusOf = async (inherit: boolean): Promise<number> => {
    const router = RestRouter.register(quietToolkit({ inherit }), Lenient);
    return (await inject(router, post('/lenient', { cups: 5 }))).status;
  };
  expect([await statusOf(true), await statusOf(false)]).toEqual([400, 200]);
  RestRouter.clearCache();
  expect(await statusOf(true)).toBe(200);
});
