import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { events, route, Router, Toolkit, type ServerSentEvent } from '../index.ts';
import { recordingLogger } from '../testing/recording-logger.ts';

const LIMIT = { timeout: 30_000 };
/** More data than the buffers of a connection can hold. */
const LONG = 'x'.repeat(16 * 1024 ** 2);

async function* onlyOne(data: string, isOver: Promise<void>): AsyncGenerator<ServerSentEvent> {
  yield { data };
  await isOver;
}

async function* endless(): AsyncGenerator<ServerSentEvent> {
  for (;;) {
    yield { data: LONG.slice(0, 4_096) };
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Sends events to a client that does not read until it is resumed. */
async function openStream(transport: 'fast' | 'node', source: () => AsyncIterable<ServerSentEvent>) {
  const onStall = vi.fn();
  const router = new Router(new Toolkit({ logger: recordingLogger() })).add(
    route({
      method: 'GET',
      path: '/',
      handler: () => events(source(), { heartbeat: 10, stallTimeout: 100, onStall }),
    }),
  );
  const server = router.toolkit.createServer(router, { transport });
  const { port } = await server.listen(0, '127.0.0.1');
  const socket: Socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => {});
  onTestFinished(async () => {
    socket.destroy();
    await server.close({ timeout: 100 });
  });
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  return { socket, onStall };
}

describe.each(['fast', 'node'] as const)('an event stream on the %s transport', (transport) => {
  it('is aborted if the client never reads, during many events', async () => {
    const { onStall } = await openStream(transport, endless);
    await vi.waitFor(() => expect(onStall).toHaveBeenCalledOnce(), LIMIT);
  });

  it('is aborted if the client never reads and no further event follows', async () => {
    const over = Promise.withResolvers<void>();
    const { onStall } = await openStream(transport, () => onlyOne(LONG, over.promise));
    await vi.waitFor(() => expect(onStall).toHaveBeenCalledOnce(), LIMIT);
    over.resolve();
  });

  it('stays open while no data waits for the client, and then sends comments', async () => {
    const over = Promise.withResolvers<void>();
    const { socket, onStall } = await openStream(transport, () => onlyOne('hello', over.promise));
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    socket.resume();
    // The client has received far more comments than are sent within the limit for a client that does not read.
    await vi.waitFor(() => expect(text.split(':\n\n').length).toBeGreaterThan(30), LIMIT);
    expect(onStall).not.toHaveBeenCalled();
    over.resolve();
    await vi.waitFor(() => expect(text).toMatch(/0\r\n\r\n$/), LIMIT);
  });
});
