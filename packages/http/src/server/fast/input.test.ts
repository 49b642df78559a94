import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { Input } from './input.ts';

const sockets: Socket[] = [];
let server: Server | undefined;
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.close();
});

/** Returns both ends of a connection. */
async function connectPair(): Promise<{ client: Socket; socket: Socket }> {
  server = createServer({ allowHalfOpen: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [socket] = (await once(server, 'connection')) as [Socket];
  sockets.push(client, socket);
  client.on('error', () => {});
  return { client, socket };
}

const SIZE = 4 * 1024 * 1024;
const LIMIT = { timeout: 30_000 };

it('an input receives the data, and the stream still emits its end event', async () => {
  const { client, socket } = await connectPair();
  let text = '';
  const input = new Input(socket, (chunk) => (text += chunk.toString()));
  const ended = once(socket, 'end', { signal: AbortSignal.timeout(30_000) });
  client.end('hello');
  await ended;
  expect(text).toBe('hello');
  expect(input.isPaused).toBe(false);
  // The stream has buffered no data.
  expect(socket.readableLength).toBe(0);
});

it('a stopped input reads only the chunks already in transit, and continues later', async () => {
  const { client, socket } = await connectPair();
  let received = 0;
  const input = new Input(socket, (chunk) => {
    received += chunk.length;
    if (received < SIZE / 8) input.setStopped(true);
  });
  client.write(Buffer.alloc(SIZE));
  await vi.waitFor(() => expect(input.isPaused).toBe(true), LIMIT);
  const before = received;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(received).toBe(before);
  await vi.waitFor(() => {
    input.setStopped(false);
    expect(received).toBe(SIZE);
  }, LIMIT);
});

it('an input with much pending data stops until the data is taken', async () => {
  const { client, socket } = await connectPair();
  const input = new Input(socket, (chunk) => input.hold(chunk));
  client.write(Buffer.alloc(SIZE));
  await vi.waitFor(() => expect(input.isPaused).toBe(true), LIMIT);
  const first = input.takePending().length;
  expect(first).toBeGreaterThan(65_536);
  expect(first).toBeLessThan(SIZE);
  expect(input.hasPending).toBe(false);
  input.setStopped(false);
  await vi.waitFor(() => expect(input.hasPending).toBe(true), LIMIT);
});

it('a socket that is released while it is paused passes the rest of the data to its stream', async () => {
  const { client, socket } = await connectPair();
  let received = 0;
  const input = new Input(socket, (chunk) => {
    received += chunk.length;
    input.setStopped(true);
  });
  client.write(Buffer.alloc(SIZE));
  await vi.waitFor(() => expect(input.isPaused).toBe(true), LIMIT);
  input.release();
  const before = received;
  let rest = 0;
  socket.on('data', (chunk: Buffer) => (rest += chunk.length));
  await vi.waitFor(() => expect(before + rest).toBe(SIZE), LIMIT);
  expect(received).toBe(before);
});
