import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import {
  Context,
  events as eventStream,
  handle,
  HttpError,
  HttpResponse,
  int,
  PathParam,
  RestResponse,
  route,
  Router,
  RoutingContext,
  Toolkit,
} from '../index.ts';
import type { Component, RestEvent, RouteEvent, Scope, TypeToken } from '../kernel.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports } from '../testing/transports.ts';

class Note {
  readonly id: number;
  constructor(id: number) {
    this.id = id;
  }
}
class Fault extends Error {}

const fails = (): never => {
  throw new Error('broken');
};

const toolkitOf = () => {
  const logger = recordingLogger();
  return { logger, toolkit: new Toolkit({ logger }) };
};

function event(
  execute: RestEvent['execute'],
  conditions: Omit<RouteEvent, 'event'> = {},
  more: Partial<Component<RestEvent>> = {},
): RouteEvent {
  return { event: { name: 'Recorder', instance: { execute }, ...more }, ...conditions };
}

const get = (path: string, handler: () => unknown, ...scopes: readonly Scope[]) =>
  route({ method: 'GET', path, handler, scopes });

describeTransports('route events', (serve) => {
  it('receive the result and the response status, and class events run before method events', async () => {
    const recorded: unknown[] = [];
    const record = (name: string) =>
      event(
        (entity, { response, request }) => void recorded.push([name, entity, response.status, request.path]),
      );
    const both = [{ events: [record('class')] }, { events: [record('one'), record('two')] }];
    const router = new Router(toolkitOf().toolkit).add(
      get('/plain', () => ({ id: 1 }), ...both),
      get('/late', async () => 'text', ...both),
      get('/rest', () => RestResponse.created('/a', { id: 2 }), ...both),
      get('/rest/late', () => RestResponse.accepted(Promise.resolve([3])), ...both),
      get('/nothing', () => undefined, ...both),
      get('/web', () => new Response('web', { status: 203 }), ...both),
    );
    const client = await serve(router);
    for (const [path, entity, status] of [
      ['/plain', { id: 1 }, 200],
      ['/late', 'text', 200],
      ['/rest', { id: 2 }, 201],
      ['/rest/late', [3], 202],
      ['/nothing', undefined, 204],
      ['/web', expect.any(Response), 203],
    ] as const) {
      expect((await client(path)).status).toBe(status);
      expect(recorded.splice(0)).toEqual(['class', 'one', 'two'].map((name) => [name, entity, status, path]));
    }
  });

  it('receive errors from the handler, a filter, a binding or a time limit', async () => {
    const recorded: unknown[] = [];
    const record = (exception: TypeToken): RouteEvent =>
      event((error, { response }) => void recorded.push([(error as Error).message, response.status]), {
        exception,
      });
    const teapot = handle(Fault, (_error, _request, response) => {
      response.status = 418;
      response.end('short and stout');
    });
    const onFault: Scope = { events: [record(Fault)] };
    const onHttpError: Scope = { events: [record(HttpError)] };
    const throwing = (): never => {
      throw new Fault('broken');
    };
    const router = new Router(toolkitOf().toolkit).add(
      get('/handler', throwing, onFault, onHttpError),
      get('/late', async () => throwing(), onFault),
      get('/handled', throwing, { ...onFault, handlers: [teapot] }),
      get('/filter', () => 'never', { ...onFault, filters: [throwing] }),
      route({
        method: 'GET',
        path: '/n/{n}',
        bindings: [PathParam('n', int)],
        handler: (n) => n,
        scopes: [onHttpError],
      }),
      get('/slow', () => pause(5_000, 'late', { ref: false }), { ...onHttpError, limits: { time: 20 } }),
    );
    const client = await serve(router);
    for (const [path, message, status] of [
      ['/handler', 'broken', 500],
      ['/late', 'broken', 500],
      ['/handled', 'broken', 418],
      ['/filter', 'broken', 500],
      ['/n/x', 'one value is missing or invalid', 400],
      ['/slow', 'the response took longer than 20 ms', 503],
    ] as const) {
      expect((await client(path)).status).toBe(status);
      expect([path, ...recorded.splice(0)]).toEqual([path, [message, status]]);
    }
    expect((await client('/n/1')).text()).toBe('1');
    expect(recorded).toEqual([]);
  });

  it('neither delay the response nor end the process if they throw unprintable values', async () => {
    const closed: any = new Proxy({}, { get: fails, getPrototypeOf: fails });
    const failingLog = new Toolkit({ logger: { ...recordingLogger(), error: fails } });
    const router = new Router(failingLog).add(
      get('/throws', () => 'in', { events: [event(fails)] }),
      get('/rejects', () => 'in', { events: [event(async () => fails())] }),
      get('/gives', () => 'in', { events: [event(() => closed)] }),
    );
    const client = await serve(router);
    for (const path of ['/throws', '/rejects', '/gives']) expect((await client(path)).text()).toBe('in');
    const thrown = get('/', () => Promise.reject(closed), {
      events: [event(() => {}, { exception: Fault })],
    });
    const other = await serve(new Router(toolkitOf().toolkit).add(thrown));
    expect((await other('/')).status).toBe(500);
  });

  it('delay the response while they run synchronously, but their promises do not', async () => {
    const { toolkit } = toolkitOf();
    const open = Promise.withResolvers<void>();
    let before = false;
    let after = false;
    const finish = async (): Promise<void> => {
      await open.promise;
      after = true;
    };
    const watch = event((_entity, { response }) => {
      before = true;
      expect(response.ended).toBe(true);
      return finish();
    });
    const client = await serve(new Router(toolkit).add(get('/', () => 'now', { events: [watch] })));
    expect((await client('/')).text()).toBe('now');
    expect([before, after]).toEqual([true, false]);
    const closing = toolkit.close();
    open.resolve();
    expect(await closing).toEqual([]);
    expect(after).toBe(true);
  });

  it('run once at the end of a streamed response', async () => {
    const recorded: string[] = [];
    let parts = 0;
    const count = event((entity, { response }) => {
      recorded.push(`${typeof entity} after ${parts}`);
      expect(() => response.end()).toThrow('the response has ended');
      expect(() => response.write('x')).toThrow('the response has ended');
    });
    const written = route({
      method: 'GET',
      path: '/written',
      bindings: [Context(HttpResponse)],
      async handler(response) {
        for (parts = 0; parts < 3; parts += 1) await response.write('x');
      },
      scopes: [{ events: [count] }],
    });
    async function* some() {
      for (parts = 0; parts < 2; parts += 1) yield { data: parts };
    }
    const client = await serve(
      new Router(toolkitOf().toolkit).add(
        written,
        get('/stream', () => eventStream(some()), { events: [count] }),
      ),
    );
    expect((await client('/written')).text()).toBe('xxx');
    expect((await client('/stream')).status).toBe(200);
    expect(recorded).toEqual(['undefined after 3', 'object after 2']);
  });

  it('do not change the response if they fail, and their errors are logged', async () => {
    const { toolkit, logger } = toolkitOf();
    const failing = [
      event(() => {
        throw new Error('at once');
      }),
      event(() => Promise.reject(new Error('later'))),
      event(
        () => {},
        {},
        {
          create: () => {
            throw new Error('not made');
          },
        },
      ),
      event((_entity, { response }) => {
        response.status = 500;
      }),
      event((_entity, { response }) => {
        response.headers.set('x-event', 'too late');
        response.write('more');
      }),
    ];
    const recorded: number[] = [];
    const last = event((_entity, { response }) => void recorded.push(response.status));
    const client = await serve(
      new Router(toolkit).add(get('/', () => 'fine', { events: [...failing, last] })),
    );
    const response = await client('/');
    expect([response.status, response.text(), response.headers['x-event'], response.complete]).toEqual([
      200,
      'fine',
      undefined,
      true,
    ]);
    await toolkit.close();
    expect(recorded).toEqual([200]);
    expect(logger.lines.map(({ level, message, data }) => [level, message, data])).toEqual(
      Array.from({ length: 5 }, () => [
        'error',
        'an event listener failed',
        { event: 'Recorder', route: 'GET / (anonymous)', error: expect.any(Error) as Error },
      ]),
    );
  });

  it('are instantiated for each request if they declare create', async () => {
    const made: RoutingContext[] = [];
    const ran: unknown[] = [];
    const each = event(
      () => {},
      {},
      {
        instance: undefined as never,
        create: (context) => {
          made.push(context);
          return { execute: (entity: unknown) => void ran.push(entity) };
        },
        types: [Note],
      },
    );
    let id = 0;
    const client = await serve(
      new Router(toolkitOf().toolkit).add(
        get('/note', () => new Note((id += 1)), { events: [each] }),
        get('/other', () => 'text', { events: [each] }),
      ),
    );
    for (const path of ['/note', '/other', '/note']) await client(path);
    expect(ran).toEqual([new Note(1), new Note(2)]);
    expect(new Set(made).size).toBe(2);
  });

  it('run for the route that responds after next()', async () => {
    const recorded: string[] = [];
    const record = (name: string): Scope => ({ events: [event(() => void recorded.push(name))] });
    const passing = route({
      method: 'GET',
      path: '/{x}',
      bindings: [Context(RoutingContext)],
      handler: (context) => context.next(),
      scopes: [record('first')],
      order: -1,
    });
    const client = await serve(
      new Router(toolkitOf().toolkit).add(
        passing,
        get('/here', () => 'second', record('second')),
      ),
    );
    expect((await client('/here')).text()).toBe('second');
    expect((await client('/gone')).status).toBe(404);
    expect(recorded).toEqual(['second']);
  });
});

it('start-up reports an event that can never run', () => {
  const router = new Router(new Toolkit()).add(
    get('/', () => 1, {
      events: [
        event(() => {}, { response: 99 }),
        event(() => {}, { exception: undefined as never, response: 201 }),
        event(() => {}, { exception: 'Error' as never }),
        event(undefined as never),
      ],
    }),
  );
  expect(router.diagnostics().map(({ rule, message }) => [rule, message])).toEqual([
    ['event', 'GET / (anonymous): the event listener Recorder has the invalid status 99'],
    [
      'event',
      'GET / (anonymous): the event listener Recorder specifies the exception Error, which is not a class',
    ],
    ['event', 'GET / (anonymous): the event listener Recorder has no execute method'],
  ]);
});
