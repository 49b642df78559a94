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
import { describeResponses, registrationErrors, JSON_TYPE, quietToolkit, createRouter } from './table.ts';

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

const rejectedWith = (...errors: readonly object[]): object => ({
  status: 400,
  body: { code: 'invalid-values', errors },
});

describeResponses('values validated by a schema', () => createRouter(Check), [
  ['F27-04 an optional value may be absent', '/check/that', ''],
  [
    'F27-05 a missing required value is rejected',
    '/check/this',
    rejectedWith({ source: 'query', name: 'one', code: 'missing' }),
  ],
  ['F27-07 numbers within their bounds are accepted', '/check/other?one=1&two=1&three=10', '12'],
  [
    'F27-07 numbers out of bounds are reported together',
    '/check/other?one=11&two=0&three=10',
    rejectedWith({ source: 'query', name: 'one' }, { source: 'query', name: 'two' }),
  ],
  ['F27-14 a valid header is accepted', { url: '/check/header', headers: { 'check-me': 'IAmOK' } }, 'IAmOK'],
  [
    'F27-14 an invalid header is rejected',
    { url: '/check/header', headers: { 'check-me': 'IAmNot' } },
    rejectedWith({ source: 'header', name: 'check-me' }),
  ],
]);

/** An invalid result is a bug in the application, so the client sees no details. */
const failed = { status: 500, body: /^(?!.*(?:expected|10)).*"code":"internal-error"/ };

describeResponses('results validated by a schema', () => createRouter(Check), [
  ['F27-09 a valid list is sent', '/check/result?one=1', '1'],
  ['F27-10 a value out of bounds results in 500', '/check/result?one=11', failed],
  ['F27-11 a missing required member results in 500', '/check/result?one=A', failed],
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
const createBuilder = (): RestBuilder =>
  new RestBuilder(quietToolkit()).register(Orders, Words).validateWith(classValidator({ validate }));

describeResponses('objects validated by a validator', () => createBuilder().build(), [
  ['a valid body is accepted', post('/orders', { cups: 3 }), '3'],
  [
    'an invalid body is rejected',
    post('/orders', { cups: 5 }),
    { status: 400, body: { code: 'invalid-values', errors: [{ source: 'body', pointer: '/cups' }] } },
  ],
  ['a valid bean is accepted', '/orders?size=50', '50'],
  [
    'an invalid bean is rejected',
    '/orders?size=51',
    { status: 400, body: { errors: [{ pointer: '/size' }] } },
  ],
  ['a valid result is sent', '/orders/one?cups=4', { status: 200, body: { cups: 4 } }],
  ['an invalid result causes a 500', '/orders/one?cups=5', { status: 500, body: { code: 'internal-error' } }],
]);

describeResponses(
  "violations and the router's own exception handler",
  () => createBuilder().errorHandler(Refusal).build(),
  [
    [
      'the handler replaces the built-in one',
      post('/orders', { cups: 5 }),
      { status: 400, body: '/cups refused' },
    ],
  ],
);

describeResponses('objects of classes with a schema', () => createRouter(Words), [
  ['a valid body is accepted', post('/words', { text: 'tea' }), 'tea'],
  [
    'an invalid body is rejected',
    post('/words', { text: 't' }),
    { status: 400, body: { errors: [{ pointer: '/text' }] } },
  ],
]);

class Sized {
  static readonly schema = z.object({ size: z.number().max(3) });
  size = 0;
}

/** Uses of `@Valid()` without a schema, and without a source if the parameter can only be the body. */
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

const violationAt = (pointer: string): object => ({
  status: 400,
  body: { code: 'invalid-values', errors: [{ pointer }] },
});

describeResponses(
  '@Valid() and .valid()',
  () => new RestBuilder(quietToolkit()).register(Alone).validateWith(classValidator({ validate })).build(),
  [
    ['@Valid() without a source accepts a valid body', post('/alone/body', { cups: 3 }), '3'],
    [
      '@Valid() without a source rejects an invalid body',
      post('/alone/body', { cups: 5 }),
      violationAt('/cups'),
    ],
    [
      '@Valid() without a source marks the body next to a path value',
      post('/alone/beside/7', { text: 'tea' }),
      '7 tea',
    ],
    ['@Valid(schema) accepts a valid body', post('/alone/with', { cups: 2 }), '2'],
    ['@Valid(schema) rejects an invalid body', post('/alone/with', { cups: 3 }), violationAt('/cups')],
    ['.valid() in the verb accepts a valid body', post('/alone/verb', { cups: 3 }), '3'],
    ['.valid() in the verb rejects an invalid body', post('/alone/verb', { cups: 5 }), violationAt('/cups')],
    ['.valid() in the verb accepts a valid bean', '/alone/bean?size=50', '50'],
    ['.valid() in the verb rejects an invalid bean', '/alone/bean?size=51', violationAt('/size')],
    ['.valid() on a parameter accepts a valid bean', '/alone/on?size=50', '50'],
    ['.valid() on a parameter rejects an invalid bean', '/alone/on?size=51', violationAt('/size')],
    ['.valid(schema) accepts an absent optional value', '/alone/optional', '0'],
  ],
);

describeResponses('validation by the schema of a class', () => createRouter(AloneBySchema), [
  ['.valid() in the verb accepts a valid body', post('/alone/schema', { size: 3 }), '3'],
  ['.valid() in the verb rejects an invalid body', post('/alone/schema', { size: 4 }), violationAt('/size')],
  ['@Valid() without a source accepts a valid body', post('/alone/word', { text: 'tea' }), 'tea'],
  [
    '@Valid() without a source rejects an invalid body',
    post('/alone/word', { text: 't' }),
    violationAt('/text'),
  ],
]);

it('@Valid() without a source is reported if the parameter cannot be the body', () => {
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
  const [get, ...others] = registrationErrors(NoBody);
  expect(get).toBe('modifier-without-source: parameter "order" of NoBody.get has @Valid, but no source');
  expect(others).toEqual([
    'modifier-without-source: parameter "order" of NoBody.two has @Valid, but no source',
    'no-source: parameter "other" of NoBody.two has no source',
    'modifier-without-source: parameter "other" of NoBody.beside has @Valid, but no source',
  ]);
  expect(() => createRouter(NoBody).build()).toThrow(
    'declare its source: @BeanParam() or @BodyParam() order',
  );
});

it('@Valid() without a validator or schema is a finding', () => {
  class Unsaid {
    @POST('/') add(@BodyParam() @Valid() order: Order): number {
      return order.cups;
    }
    @GET('/') list(@QueryParam('n', int) @Valid() n: number): number {
      return n;
    }
  }
  expect(registrationErrors(Unsaid)).toEqual([
    expect.stringMatching('there is no schema or validator for it'),
    expect.stringMatching('there is no schema or validator for it'),
  ]);
});

it('an invalid validator is a finding', () => {
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

it('a global validator applies to all toolkits except those with inherit: false', async () => {
  RestRouter.validateWith(classValidator({ validate }));
  const statusOf = async (inherit: boolean): Promise<number> => {
    const router = RestRouter.register(quietToolkit({ inherit }), Lenient);
    return (await inject(router, post('/lenient', { cups: 5 }))).status;
  };
  expect([await statusOf(true), await statusOf(false)]).toEqual([400, 200]);
  RestRouter.clearCache();
  expect(await statusOf(true)).toBe(200);
});
