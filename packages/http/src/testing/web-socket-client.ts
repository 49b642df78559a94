import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';

/** A connection of {@link connectWebSocket}. */
export interface TestWebSocket {
  readonly socket: WebSocket;
  /** The received messages; bytes are read as UTF-8. */
  readonly received: readonly string[];
  /** Resolves to the code and the reason when the connection has closed. */
  readonly closed: Promise<readonly [code: number, reason: string]>;
}

type Headers = Readonly<Record<string, string>>;

/** Connects to a server on 127.0.0.1 with Node's WebSocket client until the test ends. Rejects if refused. */
export async function connectWebSocket(
  port: number,
  path: string,
  headers: Headers = {},
  protocols: readonly string[] = [],
): Promise<TestWebSocket> {
  // Node's client accepts headers, which browsers do not.
  const init = { headers, protocols } as unknown as string[];
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, init);
  onTestFinished(() => socket.close());
  socket.binaryType = 'arraybuffer';
  const received: string[] = [];
  socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
    received.push(typeof data === 'string' ? data : Buffer.from(data).toString());
  });
  const closed = once(socket, 'close').then(([event]: CloseEvent[]) => [event!.code, event!.reason] as const);
  await Promise.race([
    once(socket, 'open'),
    closed.then(() => Promise.reject(new Error(`the handshake with ${path} was refused`))),
  ]);
  return { socket, received, closed };
}

/** Sends the opening handshake of a WebSocket and returns the response that refuses it. Rejects if it is accepted. */
export async function refusedHandshake(
  port: number,
  path: string,
  headers: Headers = {},
): Promise<{ readonly status: number; readonly headers: IncomingMessage['headers']; readonly body: string }> {
  const handshake = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  };
  const request = get({ host: '127.0.0.1', port, path, headers: { ...handshake, ...headers }, agent: false });
  request.once('upgrade', (_response, socket) => {
    socket.destroy();
    request.destroy(new Error(`the handshake with ${path} was accepted`));
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let body = '';
  for await (const part of response) body += String(part);
  return { status: response.statusCode!, headers: response.headers, body };
}
