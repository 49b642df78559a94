import type { AcceptSocket } from './accept-socket.ts';
import { WebSocketAdapter } from './web-socket-adapter.ts';

/** The part of the global `Deno` that this package uses. */
interface DenoGlobal {
  upgradeWebSocket(
    request: Request,
    options: { readonly protocol?: string; readonly idleTimeout: number },
  ): { readonly socket: WebSocket; readonly response: Response };
}

/** Accepts a connection of `Deno.serve`. Deno itself sends pings. */
export const acceptOnDeno: AcceptSocket = ({ request }, headers, protocol, settings) => {
  const { Deno } = globalThis as unknown as { readonly Deno: DenoGlobal };
  const { socket, response } = Deno.upgradeWebSocket(request, {
    ...(protocol !== undefined && { protocol }),
    idleTimeout: Math.ceil(settings.idleTimeout / 1_000),
  });
  for (const [name, value] of headers) response.headers.append(name, value);
  return { socket: new WebSocketAdapter(socket, settings, protocol ?? ''), response };
};
