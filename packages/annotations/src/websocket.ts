/** @module WebSocket connections of classes with annotations. */
export {
  bunWebSocket,
  type BunConnection,
  type BunWebSocketHandlers,
  WebSocketConnection,
} from '@writ/http/websocket';
export { CloseReason } from './websocket/close-reason.ts';
export { OnClose, OnError, OnMessage, OnOpen, type HookAnnotation } from './websocket/hooks.ts';
export { WebSocket, type WebSocketOptions } from './websocket/web-socket.ts';
