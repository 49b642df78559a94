/** @module WebSocket connections of controllers. */
import type { WebSocketOptions as RouteOptions } from '@writ/http/websocket';

export {
  bunWebSocket,
  type BunConnection,
  type BunWebSocketHandlers,
  toWebSocketRoute,
  WebSocketConnection,
  type WebSocketHooks,
} from '@writ/http/websocket';

/** Options in `static webSocket` of a controller. The declared result of `SOCKET` contains the type of messages. */
export type WebSocketOptions = Omit<RouteOptions, 'message'>;
