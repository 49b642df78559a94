/** WebSockets of an annotated class and of a controller, and server-sent events, in a real browser. */
import {
  BodyParam,
  Context,
  events,
  GET,
  Path,
  PathParam,
  Produces,
  RestBuilder,
  Toolkit,
  type EventStream,
  type Server,
} from '@writ/annotations';
import {
  CloseReason,
  OnClose,
  OnMessage,
  OnOpen,
  WebSocket,
  WebSocketConnection,
} from '@writ/annotations/websocket';
import { loadControllers } from '@writ/controllers';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually, openTab, shareBrowser } from '../browser.ts';

/** The reasons why connections of {@link Chat} have closed. */
const ended: string[] = [];

@WebSocket('/chat/{room}', { maxPayload: 1024, maxMessageRate: 50, protocols: ['v1'] })
class Chat {
  #count = 0;

  @OnOpen() opened(
    @Context() connection: WebSocketConnection,
    @PathParam('room', String) room: string,
  ): void {
    void connection.send(`welcome to ${room}`);
  }

  @OnMessage() said(
    @BodyParam(String) text: string,
    @Context() connection: WebSocketConnection,
  ): string | undefined {
    this.#count += 1;
    if (text !== 'bye') return `${this.#count} ${text}`;
    connection.close(4001, 'see you');
    return undefined;
  }

  @OnClose() left(@Context() { code, reason }: CloseReason): void {
    ended.push(`${code} ${reason}`);
  }
}

@Path('/')
class Pages {
  @GET() @Produces('text/html') page(): string {
    return '<!doctype html><title>Sockets</title><ul></ul>';
  }

  @GET('/clock') clock(): EventStream {
    return events(
      (async function* () {
        for (let tick = 1; tick <= 3; tick += 1) yield { event: 'tick', data: String(tick) };
        await new Promise(() => {});
      })(),
    );
  }
}

/** A page's script. Connects again when a connection closes, as applications do, and records what happens. */
function connect([path, protocols]: readonly [path: string, protocols: readonly string[]]): void {
  const log: string[] = [];
  const state = { log, socket: undefined as unknown };
  Object.assign(globalThis, { state });
  const open = (): void => {
    const socket = new globalThis.WebSocket(`ws://${location.host}${path}`, [...protocols]);
    state.socket = socket;
    socket.addEventListener('open', () => log.push(`open ${socket.protocol}`.trim()));
    socket.addEventListener('message', ({ data }) => log.push(String(data)));
    socket.addEventListener('close', ({ code, reason }) => {
      log.push(`close ${code} ${reason}`.trim());
      if (code !== 1000 && code < 4000) setTimeout(open, 200);
    });
  };
  open();
}

/** A server with the port on which it listens. */
interface StartedServer {
  readonly server: Server;
  readonly port: number;
}

interface PageState {
  readonly log: readonly string[];
  readonly socket: globalThis.WebSocket;
}

const logOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (globalThis as unknown as { state: PageState }).state.log);
const send = (page: Page, text: string): Promise<void> =>
  page.evaluate(
    (message) => (globalThis as unknown as { state: PageState }).state.socket.send(message),
    text,
  );

describe.each(['node', 'fast'] as const)('a browser with the %s transport', (transport) => {
  const shared = shareBrowser();
  let server: StartedServer;
  let other: StartedServer;
  let page: Page;

  async function start(port = 0): Promise<StartedServer> {
    const toolkit = new Toolkit();
    const builder = new RestBuilder(toolkit).register(Chat, Pages);
    const { matcher, diagnostics } = await loadControllers({
      directory: import.meta.dirname,
      prefixes: ['app'],
    });
    const router = builder
      .build()
      .mount(matcher)
      .report(...diagnostics);
    const started = toolkit.createServer(router, { transport });
    return { server: started, ...(await started.listen(port, '127.0.0.1')) };
  }

  beforeEach(async () => {
    ended.length = 0;
    server = await start();
    other = await start();
    page = await openTab(shared.browser);
    await page.goto(`http://127.0.0.1:${server.port}/`);
  });
  afterEach(async () => {
    await page.close();
    await Promise.all([server, other].map((each) => each.server.close({ timeout: 0 })));
  });

  it('exchanges messages with an annotated class until the server closes the connection', async () => {
    await page.evaluate(connect, ['/chat/tea', ['v1']] as const);
    await eventually(() => logOf(page)).toEqual(['open v1', 'welcome to tea']);
    for (const text of ['one', 'two', 'bye']) await send(page, text);
    await eventually(() => logOf(page)).toEqual([
      'open v1',
      'welcome to tea',
      '1 one',
      '2 two',
      'close 4001 see you',
    ]);
    expect(ended).toEqual(['4001 see you']);
  });

  it('receives the close codes for messages that are too large or invalid', async () => {
    await page.evaluate(connect, ['/chat/tea', []] as const);
    await eventually(() => logOf(page)).toContain('welcome to tea');
    await send(page, 'x'.repeat(2000));
    await eventually(async () => (await logOf(page)).join()).toContain('close 1009');
    await page.evaluate(connect, ['/room/tea?name=ann', []] as const);
    await eventually(() => logOf(page)).toContain('{"room":"tea","name":"ann"}');
    await send(page, '{"text":"hi"}');
    await eventually(() => logOf(page)).toContain('{"echo":"hi"}');
    await send(page, '{"text":1}');
    await eventually(async () => (await logOf(page)).join()).toContain('close 1007 invalid message: /text');
  });

  it('fetches the page of a controller from the path of its socket', async () => {
    const body = await page.evaluate(async () => (await fetch('/room/tea')).json() as Promise<unknown>);
    expect(body).toEqual({ room: 'tea' });
  });

  it('cannot connect from a page of another origin', async () => {
    for (const path of ['/chat/tea', '/room/tea']) {
      const code = await page.evaluate(
        (url) =>
          new Promise<string>((resolve) => {
            const socket = new globalThis.WebSocket(url);
            socket.addEventListener('open', () => resolve('open'));
            socket.addEventListener('close', ({ code: closed }) => resolve(`close ${closed}`));
          }),
        `ws://127.0.0.1:${other.port}${path}`,
      );
      expect(code).toBe('close 1006');
    }
  });

  it('connects again after a shutdown, which closes its connections with 1001', async () => {
    for (const path of ['/chat/tea', '/room/tea']) {
      await page.evaluate(connect, [path, []] as const);
      await eventually(async () => (await logOf(page)).length).toBe(2);
      const { port } = server;
      await server.server.close({ timeout: 30_000 });
      await eventually(() => logOf(page)).toContain('close 1001 the server is shutting down');
      server = await start(port);
      await eventually(async () => (await logOf(page)).filter((line) => line === 'open').length).toBe(2);
    }
    expect(ended).toContain('1001 the server is shutting down');
  });

  it('receives server-sent events next to its socket', async () => {
    await page.evaluate(connect, ['/chat/tea', []] as const);
    const ticks = await page.evaluate(
      () =>
        new Promise<readonly string[]>((resolve) => {
          const received: string[] = [];
          const source = new EventSource('/clock');
          source.addEventListener('tick', ({ data }: MessageEvent<string>) => {
            received.push(data);
            if (received.length < 3) return;
            source.close();
            resolve(received);
          });
        }),
    );
    expect(ticks).toEqual(['1', '2', '3']);
    await eventually(() => logOf(page)).toEqual(['open', 'welcome to tea']);
  });
});
