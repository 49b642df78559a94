// oxlint-disable-next-line import/no-unassigned-import -- class-transformer needs its metadata functions
import 'reflect-metadata';
import { plainToInstance, Type as Nested } from 'class-transformer';
import { IsInt, Length, Max, validate, validateSync, ValidateNested } from 'class-validator';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  array,
  BodyParam,
  classValidator,
  ConstraintException,
  ConstraintExceptionHandler,
  handle,
  int,
  optional,
  QueryParam,
  RestResponse,
  route,
  Router,
  StartupError,
  Toolkit,
  type Route,
  type Type,
  type Validator,
} from '../../index.ts';
import type { Binding, Scope } from '../../kernel.ts';
import { echo } from '../../testing/echo.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { describeTransports } from '../../testing/transports.ts';

class Tag {
  name!: string;
}
Length(1, 3)(Tag.prototype, 'name');

class Note {
  title!: string;
  stars!: number;
  tags?: Tag[];
}
Length(1, 10)(Note.prototype, 'title');
IsInt()(Note.prototype, 'stars');
Max(5)(Note.prototype, 'stars');
ValidateNested({ each: true })(Note.prototype, 'tags');
Nested(() => Tag)(Note.prototype, 'tags');

class Plain {
  anything?: unknown;
}

class Checked {
  static readonly schema = z.object({ size: z.number().max(3) });
  size = 0;
}

class Page {
  size = 0;
}
Max(100)(Page.prototype, 'size');

const body = (type: Type, valid?: true): Binding => ({ source: 'body', type, ...(valid && { valid }) });
const logger = recordingLogger();
const routerOf = (validator: Validator | undefined, ...routes: readonly Route[]): Router => {
  const router = new Router(new Toolkit({ logger })).add(...routes);
  router.registries.validator = validator;
  return router;
};

describeTransports('class-validator', (serve) => {
  it.each([
    ['validate', classValidator({ validate, plainToInstance })],
    ['validateSync', classValidator({ validate: validateSync, plainToInstance })],
  ])('each violation in a body is reported with its pointer: %s', async (_name, validator) => {
    const client = await serve(routerOf(validator, echo('/notes', body(Note))));
    const send = (json: unknown) => client({ method: 'POST', url: '/notes', json });
    expect((await send({ title: 'a', stars: 5, tags: [{ name: 'b' }] })).json()).toEqual([
      { title: 'a', stars: 5, tags: [{ name: 'b' }] },
    ]);
    const refused = await send({ title: '', stars: 9, tags: [{ name: 'b' }, { name: 'long' }] });
    expect(refused.status).toBe(400);
    expect(refused.headers['content-type']).toBe('application/problem+json');
    expect(refused.json()).toMatchObject({
      code: 'invalid-values',
      errors: [
        {
          source: 'body',
          code: 'invalid',
          pointer: '/title',
          detail: expect.stringContaining('title') as string,
        },
        { pointer: '/stars', detail: 'stars must not be greater than 5' },
        { pointer: '/tags/1/name', detail: expect.stringContaining('shorter than or equal to 3') as string },
      ],
    });
  });

  it('class-validator validates beans and array elements, and accepts classes without constraints', async () => {
    const validator = classValidator({ validate });
    const size = { name: 'size', binding: QueryParam('size', int).binding };
    const bean: Binding = { source: 'bean', type: Page, parameters: [], fields: [size] };
    const client = await serve(
      routerOf(
        validator,
        echo('/list', body(array(Note))),
        echo('/maybe', body(optional(Note))),
        echo('/plain', body(Plain)),
        echo('/bean', bean),
      ),
    );
    const send = (url: string, json?: unknown) =>
      client({ method: 'POST', url, ...(json !== undefined && { json }) });
    const good = { title: 'a', stars: 1 };
    expect((await send('/list', [good, { title: 'a', stars: 1.5 }])).json().errors).toMatchObject([
      { pointer: '/1/stars' },
    ]);
    expect((await send('/list', [good])).json()).toEqual([[good]]);
    expect((await send('/maybe')).json()).toEqual([null]);
    expect((await send('/maybe', { ...good, stars: 6 })).status).toBe(400);
    expect((await send('/plain', { anything: [1] })).json()).toEqual([{ anything: [1] }]);
    expect((await send('/bean?size=100')).json()).toEqual([{ size: 100 }]);
    expect((await send('/bean?size=101')).json().errors).toMatchObject([
      { source: 'bean', pointer: '/size' },
    ]);
  });

  it('an error that the validator throws results in 500', async () => {
    const broken: Validator = {
      name: 'broken',
      validate: () => {
        throw new Error('out of order');
      },
    };
    const client = await serve(routerOf(broken, echo('/notes', body(Note))));
    expect((await client({ method: 'POST', url: '/notes', json: { title: 'a' } })).status).toBe(500);
  });
});

describeTransports('the static schema of a class', (serve) => {
  it('validates objects without a validator, and they remain instances of the class', async () => {
    const checkedBinding: Binding = {
      source: 'bean',
      type: Checked,
      parameters: [],
      fields: [{ name: 'size', binding: QueryParam('size', int).binding }],
      valid: true,
    };
    const isChecked = (value: unknown) => value instanceof Checked;
    const client = await serve(
      routerOf(
        undefined,
        { ...echo('/bean', checkedBinding), handler: isChecked },
        { ...echo('/body', body(Checked, true)), handler: isChecked },
      ),
    );
    expect((await client({ method: 'POST', url: '/bean?size=3' })).json()).toBe(true);
    expect((await client({ method: 'POST', url: '/bean?size=4' })).json().errors).toMatchObject([
      { pointer: '/size' },
    ]);
    expect((await client({ method: 'POST', url: '/body', json: { size: 3 } })).json()).toBe(true);
    expect((await client({ method: 'POST', url: '/body', json: { size: 4 } })).json().errors).toHaveLength(1);
  });
});

describeTransports('result validation', (serve) => {
  const resultSchema = z.object({ id: z.number().min(1).max(10) });
  const routeReturning = (
    path: string,
    result: () => unknown,
    valid: typeof resultSchema | true = resultSchema,
  ) => route({ method: 'GET', path, handler: result, valid });

  it('sends the output of the schema, or a 500 without details for an invalid result', async () => {
    const client = await serve(
      routerOf(
        undefined,
        routeReturning('/good', () => ({ id: 1, secret: 'x' })),
        routeReturning('/late', async () => ({ id: 10 })),
        routeReturning('/rest', () => RestResponse.created('/a', { id: 2, secret: 'x' })),
        routeReturning('/bad', () => ({ id: 11 })),
        routeReturning('/badly/late', async () => new RestResponse(Promise.resolve({ id: 11 }))),
        routeReturning('/null', () => null),
        routeReturning('/nothing', () => undefined),
      ),
    );
    expect((await client('/good')).json()).toEqual({ id: 1 });
    expect((await client('/late')).json()).toEqual({ id: 10 });
    const created = await client('/rest');
    expect([created.status, created.headers['location'], created.json()]).toEqual([201, '/a', { id: 2 }]);
    for (const path of ['/bad', '/badly/late', '/null']) {
      const failed = await client(path);
      expect([path, failed.status]).toEqual([path, 500]);
      expect(failed.text()).not.toContain('10');
    }
    expect((await client('/nothing')).status).toBe(204);
    const logged = logger.lines.filter(({ message }) => message === 'request failed').at(-3)!;
    expect(String((logged.data as { error: unknown }).error)).toMatch(
      /the result of GET \/bad .*: \/id: .*10/,
    );
  });

  it('validates a result by its class if the route has no schema', async () => {
    const note = (stars: number) => Object.assign(new Note(), { title: 'a', stars });
    const client = await serve(
      routerOf(
        classValidator({ validate }),
        routeReturning('/one', () => note(1), true),
        routeReturning('/many', () => [note(1), note(6)], true),
        routeReturning('/plain', () => ({ stars: 6 }), true),
      ),
    );
    expect((await client('/one')).status).toBe(200);
    expect((await client('/many')).status).toBe(500);
    expect((await client('/plain')).status).toBe(200);
    const size = (value: number) => Object.assign(new Checked(), { size: value });
    const schemas = await serve(
      routerOf(
        undefined,
        routeReturning('/one', () => size(1), true),
        routeReturning('/bad', () => size(4), true),
      ),
    );
    expect((await schemas('/one')).status).toBe(200);
    expect((await schemas('/bad')).status).toBe(500);
  });
});

describeTransports('the ConstraintException handler', (serve) => {
  const checkedRoute = (handlers: Scope['handlers'] = []) =>
    route({
      method: 'GET',
      path: '/',
      bindings: [QueryParam('n', int).valid(z.number().max(3))],
      handler: (n) => n,
      scopes: [{ handlers }],
    });

  it('responds to invalid values, whether it is registered or not', async () => {
    const named = { name: 'named', instance: new ConstraintExceptionHandler(), types: [ConstraintException] };
    for (const handlers of [[], [named]]) {
      const client = await serve(routerOf(undefined, checkedRoute(handlers)));
      for (const [url, code] of [
        ['/', 'missing'],
        ['/?n=x', 'invalid'],
        ['/?n=4', 'invalid'],
      ] as const) {
        const { status, headers, json } = await client(url);
        expect([status, headers['content-type'], headers['vary']]).toEqual([
          400,
          'application/problem+json',
          'accept',
        ]);
        expect(json()).toMatchObject({
          code: 'invalid-values',
          instance: '/',
          errors: [{ name: 'n', code }],
        });
      }
      const text = await client({ url: '/', headers: { accept: 'text/plain' } });
      expect(text.headers['content-type']).toMatch(/^text\/plain/);
    }
  });

  it('can be replaced by a custom handler, which does not handle other errors', async () => {
    const own = handle(ConstraintException, ({ errors }, _request, response) => {
      response.status = 422;
      response.end(errors!.map(({ name }) => name).join());
    });
    const client = await serve(routerOf(undefined, checkedRoute([own])));
    const { status, text } = await client('/?n=4');
    expect([status, text()]).toEqual([422, 'n']);
    expect((await client({ method: 'POST', url: '/' })).status).toBe(405);
  });
});

describe('validation at start-up', () => {
  it('reports a check that has neither a schema nor a validator', () => {
    const router = routerOf(undefined, echo('/a', body(Plain, true)), echo('/b', BodyParam(Plain).binding));
    expect(() => router.build()).toThrow(StartupError);
    expect(router.diagnostics()).toMatchObject([
      {
        rule: 'value-type',
        message: expect.stringContaining('there is no schema or validator for it') as string,
      },
    ]);
    router.registries.validator = classValidator({ validate });
    expect(router.diagnostics()).toEqual([]);
  });
});
