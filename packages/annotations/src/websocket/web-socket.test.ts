import { classValidator, HttpError, int, object, PathParam as PathBinding, type Filter } from '@writ/http';
import { connectWebSocket, refusedHandshake } from '@writ/http/testing/transports';
import { IsInt, validate } from 'class-validator';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import {
  ApplicationPath,
  basic,
  BodyParam,
  CatchWith,
  Context,
  DenyAll,
  GET,
  handle,
  HeaderParam,
  Path,
  PathParam,
  QueryParam,
  RestBuilder,
  RolesAllowed,
  RoutingContext,
  url,
  Use,
  User,
  Valid,
} from '../index.ts';
import { quietToolkit } from '../../test/cases/table.ts';
import {
  CloseReason,
  OnClose,
  OnError,
  OnMessage,
  OnOpen,
  WebSocket,
  WebSocketConnection,
} from '../websocket.ts';

const WAIT = { timeout: 30_000, interval: 5 };

describe.each(['node', 'fast'] as const)('WebSocket classes with the %s transport', (transport) => {
  async function serve(...sources: readonly object[]) {
    return serveBuilder((builder) => builder.register(...sources));
  }

  async function serveBuilder(prepare: (builder: RestBuilder) => RestBuilder) {
    const warnings: unknown[] = [];
    const warn = (...line: unknown[]): void => void warnings.push(line);
    const toolkit = quietToolkit({ logger: { debug() {}, info() {}, warn, error() {} } });
    const router = prepare(new RestBuilder(toolkit)).build();
    const server = toolkit.createServer(router, { transport });
    onTestFinished(async () => void (await server.close({ timeout: 0 })));
    const { port } = await server.listen(0, '127.0.0.1');
    const connected = (path: string, headers?: Readonly<Record<string, string>>) =>
      connectWebSocket(port, path, headers);
    const refused = async (path: string, headers?: Readonly<Record<string, string>>) => {
      const { status, body } = await refusedHandshake(port, path, headers);
      return { status, body: JSON.parse(body) as Record<string, unknown> };
    };
    return { server, port, connected, refused, warnings };
  }

  it('bind parameters of hooks to the handshake, the connection, the message and the close reason', async () => {
    const ended = vi.fn();

    @ApplicationPath('/api')
    @Path('/chat')
    @WebSocket('/{room}')
    class Chat {
      #name = '';

      @OnOpen() opened(
        @Context() connection: WebSocketConnection,
        @PathParam('room', int) room: number,
        @QueryParam('name') name: string,
        @HeaderParam('user-agent', String) agent: string,
      ): void {
        this.#name = name;
        void connection.send(`${name} in ${room + 1} with ${agent}`);
      }

      @OnMessage() said(text: string, @PathParam('room', int) room: number): string {
        return `${this.#name} says ${text} in ${room}`;
      }

      @OnClose() left(@Context() reason: CloseReason, @PathParam('room', int) room: number): void {
        ended(this.#name, room, reason.code, reason.reason);
      }
    }
    const { connected } = await serve(Chat);
    const ann = await connected('/api/chat/41?name=ann', { 'user-agent': 'test' });
    const bob = await connected('/api/chat/7?name=bob', { 'user-agent': 'test' });
    ann.socket.send('hi');
    bob.socket.send('ho');
    await vi.waitFor(() => {
      expect(ann.received).toEqual(['ann in 42 with test', 'ann says hi in 41']);
      expect(bob.received).toEqual(['bob in 8 with test', 'bob says ho in 7']);
    }, WAIT);
    ann.socket.close(3001, 'bye');
    await vi.waitFor(() => expect(ended).toHaveBeenCalledWith('ann', 41, 3001, 'bye'), WAIT);
  });

  it('reject a handshake with values that cannot be converted, each reported once', async () => {
    @WebSocket('/chat/{room}')
    class Chat {
      @OnOpen() opened(
        @PathParam('room', int) _room: number,
        @QueryParam('since', int) _since: number,
      ): void {}
      @OnMessage() said(_text: string, @PathParam('room', int) _room: number): void {}
    }
    const { refused } = await serve(Chat);
    const { status, body } = await refused('/chat/x');
    expect(status).toBe(400);
    expect(body['errors']).toMatchObject([
      { source: 'path', name: 'room' },
      { source: 'query', name: 'since' },
    ]);
  });

  it('receive bytes, text or JSON, as the parameter declares, and close the connection for other messages', async () => {
    @WebSocket('/bytes')
    class Bytes {
      @OnMessage() echo(bytes: Uint8Array): Uint8Array {
        return bytes.toReversed();
      }
    }
    @WebSocket('/text')
    class Text {
      @OnMessage() async echo(text: string): Promise<string> {
        await Promise.resolve();
        return text.toUpperCase();
      }
    }
    const Point = object({ x: int });
    @WebSocket('/json')
    class Json {
      @OnMessage(BodyParam(Point)) echo({ x }: { x: number }): object {
        return { x: x + 1 };
      }
    }
    @WebSocket('/schema')
    class Schema {
      @OnMessage() echo(@Valid(z.object({ text: z.string().trim() })) message: { text: string }): object {
        return message;
      }
    }
    const { connected } = await serve(Bytes, Text, Json, Schema);
    type Message = string | Uint8Array<ArrayBuffer>;
    const bytes = (text: string): Message => new TextEncoder().encode(text);
    const cases: readonly (readonly [string, Message, string, Message])[] = [
      ['/bytes', bytes('abc'), 'cba', 'text'],
      ['/text', 'abc', 'ABC', bytes('bytes')],
      ['/json', '{"x":1}', '{"x":2}', '{"x":"1"}'],
      ['/schema', '{"text":" a "}', '{"text":"a"}', '{}'],
    ];
    for (const [path, sent, expected, wrong] of cases) {
      const { socket, received, closed } = await connected(path);
      socket.send(sent);
      await vi.waitFor(() => expect(received).toEqual([expected]), WAIT);
      socket.send(wrong);
      expect(await closed).toEqual([1007, expect.stringContaining('invalid message') as string]);
    }
  });

  it('validate messages of a class with the validator of the router', async () => {
    class Vote {
      stars!: number;
    }
    IsInt()(Vote.prototype, 'stars');
    @WebSocket('/votes')
    class Votes {
      @OnMessage() vote(vote: Vote): string {
        return `${vote instanceof Vote} ${vote.stars}`;
      }
      @OnError() refused(@Context() error: Error): void {
        refusals.push((error as HttpError).errors);
      }
    }
    const refusals: unknown[] = [];
    const { connected } = await serveBuilder((builder) =>
      builder.register(Votes).validateWith(classValidator({ validate })),
    );
    const { socket, received } = await connected('/votes');
    socket.send('{"stars":1.5}');
    socket.send('{"stars":3}');
    await vi.waitFor(() => expect(received).toEqual(['true 3']), WAIT);
    expect(refusals).toMatchObject([[{ source: 'message', pointer: '/stars' }]]);
  });

  it('apply access rules, filters and exception handlers of the class to the handshake', async () => {
    const filtered: string[] = [];
    const log: Filter = ({ request }, next) => {
      filtered.push(request.path);
      return next();
    };
    const signIn = basic((name) => ({ principal: { name }, authorizations: { app: [name] } }));
    class Full extends Error {}

    @WebSocket('/members')
    @Use(signIn, log)
    @RolesAllowed('member')
    class Members {
      @OnOpen() opened(@Context() { context }: WebSocketConnection, @Context() user: User): void {
        expect(context.user).toBe(user);
      }
    }
    @WebSocket('/closed')
    @DenyAll()
    class Closed {
      @OnMessage() said(_text: string): void {}
    }
    @WebSocket('/full')
    @CatchWith(
      handle(Full, (_error, _request, response) => {
        response.status = 409;
        return response.end('{"full":true}');
      }),
    )
    class Crowded {
      constructor() {
        if (Crowded.isFull) throw new Full();
      }
      static isFull = false;
      @OnMessage() said(_text: string): void {}
    }
    const { connected, refused } = await serve(Members, Closed, Crowded);
    Crowded.isFull = true;
    const as = (name: string): Readonly<Record<string, string>> => ({
      authorization: `Basic ${Buffer.from(`${name}:x`).toString('base64')}`,
    });
    expect(await refused('/members')).toMatchObject({ status: 401 });
    expect(await refused('/members', as('guest'))).toMatchObject({ status: 403 });
    await connected('/members', as('member'));
    expect(await refused('/members', { ...as('member'), origin: 'https://evil.example' })).toMatchObject({
      status: 403,
    });
    expect(filtered.length).toBeGreaterThanOrEqual(1);
    expect(await refused('/closed')).toMatchObject({ status: 403 });
    expect(await refused('/full')).toEqual({ status: 409, body: { full: true } });
  });

  it('pass errors of hooks to the method with @OnError, and close the connection without it', async () => {
    @WebSocket('/handled')
    class Handled {
      @OnMessage() fail(text: string): void {
        if (text === 'error') throw new HttpError('conflict', 'taken');
        // oxlint-disable-next-line typescript/only-throw-error -- code of others may throw anything
        throw text;
      }
      @OnError() async failed(
        @Context() error: Error,
        @Context() connection: WebSocketConnection,
      ): Promise<void> {
        await connection.send(`${error.message} ${String(error.cause)}`);
      }
    }
    @WebSocket('/unhandled')
    class Unhandled {
      @OnMessage() fail(_text: string): void {
        throw new HttpError('conflict', 'taken');
      }
    }
    const { connected } = await serve(Handled, Unhandled);
    const { socket, received } = await connected('/handled');
    socket.send('error');
    socket.send('odd');
    await vi.waitFor(
      () =>
        expect(received).toEqual(['taken undefined', 'a hook has thrown a value that is not an error odd']),
      WAIT,
    );
    const other = await connected('/unhandled');
    other.socket.send('x');
    expect(await other.closed).toEqual([1008, 'taken']);
  });

  it('have one instance per connection, and share a registered instance', async () => {
    @WebSocket('/count')
    class Counter {
      #count = 0;
      @OnMessage() count(_text: string): string {
        this.#count += 1;
        return String(this.#count);
      }
    }
    @Path('/shared')
    @WebSocket()
    class Shared extends Counter {}
    const { connected } = await serve(Counter, new Shared());
    for (const [path, expected] of [
      ['/count', ['1', '1']],
      ['/shared/count', ['1', '2']],
    ] as const) {
      const answers: string[] = [];
      for (const _connection of expected) {
        const { socket, received } = await connected(path === '/shared/count' ? '/shared' : path);
        socket.send('x');
        await vi.waitFor(() => expect(received).toHaveLength(1), WAIT);
        answers.push(...received);
      }
      expect(answers).toEqual(expected);
    }
  });

  it('are created by the injector', async () => {
    class Store {
      readonly name = 'store';
    }
    @WebSocket('/injected')
    class Injected {
      readonly store: Store;
      constructor(store: Store) {
        this.store = store;
      }
      @OnOpen() opened(@Context() connection: WebSocketConnection): void {
        void connection.send(this.store.name);
      }
    }
    const { connected } = await serveBuilder((builder) =>
      builder
        .injectWith({ getInstance: (type) => Reflect.construct(type, [new Store()]) as never })
        .register(Injected),
    );
    const { received } = await connected('/injected');
    await vi.waitFor(() => expect(received).toEqual(['store']), WAIT);
  });

  it('may have the same path as a GET route', async () => {
    @Path('/chat/{room}')
    class Page {
      @GET() show(@PathParam('room') room: string): string {
        return `page ${room}`;
      }
    }
    @WebSocket('/chat/{room}')
    class Chat {
      @OnMessage() said(text: string): string {
        return text;
      }
    }
    for (const classes of [
      [Page, Chat],
      [Chat, Page],
    ]) {
      const { connected, port, warnings } = await serve(...classes);
      const page = await fetch(`http://127.0.0.1:${port}/chat/tea`);
      expect([page.status, await page.text()]).toEqual([200, 'page tea']);
      const { socket, received } = await connected('/chat/tea');
      socket.send('hi');
      await vi.waitFor(() => expect(received).toEqual(['hi']), WAIT);
      expect(String(warnings)).not.toContain('duplicate');
    }
    expect(url(Page, 'show', { room: 'tea' })).toBe('/chat/tea');
  });

  it('have an address, for each of their hooks, with the parameters of all hooks', () => {
    @Path('/chat')
    @WebSocket('/{room}')
    class Chat {
      @OnOpen() opened(@PathParam('room') _room: number, @Context() _connection: WebSocketConnection): void {}
      @OnMessage() said(_text: string, @QueryParam('name') _name: string): void {}
      other(): void {}
    }
    const values = { room: 7, name: 'ada' };
    for (const hook of ['opened', 'said'] as const) {
      expect(url(Chat, hook, values as never, { base: 'wss://a.example' })).toBe(
        'wss://a.example/chat/7?name=ada',
      );
    }
    expect(() => url(Chat, 'opened', { room: 'x' })).toThrow(
      /address of GET \/chat\/\{room\} \(Chat\.WebSocket\): room must be .*; name is missing/,
    );
    expect(() => url(Chat, 'other')).toThrow('Chat.other is not a route (routes of Chat: opened, said)');
  });

  it('close connections with 1001 when the server closes, which waits for the hooks', async () => {
    const log: string[] = [];
    @WebSocket('/drain', { maxMessageRate: 2 })
    class Drained {
      @OnMessage() said(_text: string): void {}
      @OnClose() async left(@Context() { code }: CloseReason): Promise<void> {
        await new Promise((resolve) => setTimeout(resolve, 30));
        log.push(`left ${code}`);
      }
    }
    const { connected, server } = await serve(Drained);
    const fast = await connected('/drain');
    for (const text of ['a', 'b', 'c']) fast.socket.send(text);
    expect(await fast.closed).toEqual([1008, 'too many messages']);
    await vi.waitFor(() => expect(log).toEqual(['left 1008']), WAIT);
    const { closed } = await connected('/drain');
    await server.close({ timeout: 30_000 });
    expect(await closed).toEqual([1001, 'the server is shutting down']);
    expect(log).toEqual(['left 1008', 'left 1001']);
  });
});

it('the bindings in an annotation of a hook replace parameter annotations', async () => {
  @WebSocket('/list/{room}')
  class List {
    @OnMessage(
      BodyParam(String),
      PathBinding('room', int),
      Context(WebSocketConnection),
      Context(RoutingContext),
    )
    said(text: string, room: number, connection: WebSocketConnection, context: RoutingContext): string {
      return `${text} ${room} ${connection.isOpen} ${context.request.path}`;
    }
  }
  const toolkit = quietToolkit();
  const server = toolkit.createServer(new RestBuilder(toolkit).register(List).build());
  onTestFinished(async () => void (await server.close({ timeout: 0 })));
  const { port } = await server.listen(0, '127.0.0.1');
  const { socket, received } = await connectWebSocket(port, '/list/7');
  socket.send('x');
  await vi.waitFor(() => expect(received).toEqual(['x 7 true /list/7']), WAIT);
});
