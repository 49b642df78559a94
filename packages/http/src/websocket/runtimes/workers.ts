import type { AcceptSocket } from './accept-socket.ts';
import { WebSocketAdapter } from './web-socket-adapter.ts';

interface WorkersGlobal {
  readonly WebSocketPair: new () => { readonly 0: WebSocket; readonly 1: WorkersSocket };
}

interface WorkersSocket extends WebSocket {
  /** Starts to deliver events to this end of the pair. */
  accept(): void;
}

/** Accepts a connection in Cloudflare Workers, which answer pings and end dead connections themselves. */
export const acceptOnWorkers: AcceptSocket = (_upgrade, headers, protocol, settings) => {
  const { 0: client, 1: server } = new (globalThis as unknown as WorkersGlobal).WebSocketPair();
  if (protocol !== undefined) headers.set('sec-websocket-protocol', protocol);
  const init = { status: 101, webSocket: client, headers };
  const response = new Response(null, init);
  server.accept();
  const socket = new WebSocketAdapter(server, settings, protocol ?? '');
  socket.receiveOpen();
  return { socket, response };
};
