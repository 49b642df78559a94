import { defined } from '@writ/diagnostics/internal';
import { captureOrigin } from '@writ/http/kernel';
import { WebSocketConnection, type WebSocketOptions as RouteOptions } from '@writ/http/websocket';
import { addContextType } from '../collect/parameter-findings.ts';
import { setWebSocketResolver } from '../collect/web-socket-routes.ts';
import { createScopeDecorator } from '../decorators/scopes.ts';
import { assertCalled } from '../recording/assert-called.ts';
import type { ClassAnnotation } from '../recording/decorator-types.ts';
import { CloseReason } from './close-reason.ts';
import { resolveWebSocketRoute } from './resolve-web-socket.ts';

/** Options for `@WebSocket`. The parameter of the method with `@OnMessage` declares the type of messages. */
export type WebSocketOptions = Omit<RouteOptions, 'message'>;

/**
 * Accepts WebSocket connections at the path, which is appended to the `@Path` of the class. If the class is registered,
 * each connection has its own instance; a registered instance serves all connections. Methods with `@OnOpen`,
 * `@OnMessage`, `@OnClose` and `@OnError` are called for a connection. Access annotations and filters apply to the
 * opening handshake, and all parameters except the message are bound to it.
 *
 *     @WebSocket('/echo/{room}')
 *     class Echo {
 *       @OnMessage() echo(text: string, @PathParam('room') room: string) {
 *         return `${room}: ${text}`;
 *       }
 *     }
 *
 * @throws TypeError if the path is not a string
 */
export function WebSocket(path?: string, options?: WebSocketOptions): ClassAnnotation {
  assertCalled([path, options], "@WebSocket('/')");
  if (path !== undefined && typeof path !== 'string') {
    throw new TypeError(`@WebSocket requires a path, such as '/chat', not a value of type ${typeof path}`);
  }
  setWebSocketResolver(resolveWebSocketRoute);
  for (const type of [WebSocketConnection, CloseReason, Error]) addContextType(type);
  return createScopeDecorator(
    { kind: 'webSocket', ...defined({ path }), options: options ?? {} },
    captureOrigin(WebSocket),
  );
}
