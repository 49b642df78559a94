/** @module Routes for WebSocket connections. */
export { WebSocketConnection } from './connection.ts';
export type { WebSocketHooks } from './hooks.ts';
export type { WebSocketOptions } from './options.ts';
export { bunWebSocket, type BunConnection, type BunWebSocketHandlers } from './runtimes/bun.ts';
export { type MessageOf, toWebSocketRoute, webSocket, type WebSocketInit } from './web-socket.ts';
