import { defined } from '@writ/diagnostics/internal';
import { route, type Bindable, type InferValues, type Route, type RouteInit } from '../contract/route.ts';
import type { InferValue, Type } from '../contract/type.ts';
import { RestResponse } from '../exchange/rest-response.ts';
import { mapMaybe } from '../internal/thenable.ts';
import { captureOrigin } from '../report/origin.ts';
import { WebSocketConnections } from './connections.ts';
import { handshakeFilter } from './handshake.ts';
import type { WebSocketHooks } from './hooks.ts';
import type { MessageValidation } from './message.ts';
import { NodeHandshake } from './node-handshake.ts';
import { resolveWebSocketOptions, type WebSocketOptions } from './options.ts';
import { WebSocketSwitch, type WebSocketRoute } from './web-socket-switch.ts';

/** The TypeScript type of a message: that of the values of its {@link Type} or, without one, a string or bytes. */
export type MessageOf<T> = [T] extends [Type] ? InferValue<T> : string | Uint8Array;

/** The argument of {@link webSocket}. The compiler checks its handler against its bindings and the type of messages. */
export interface WebSocketInit<B extends readonly Bindable<any>[], T extends Type | undefined>
  extends
    Omit<WebSocketOptions, 'message'>,
    Pick<RouteInit<B>, 'path' | 'bindings' | 'order' | 'scopes' | 'pathMismatchStatus' | 'origin'> {
  /**
   * The type of messages: `String` for text messages, `Uint8Array` for binary messages, or another type, such as a
   * Standard Schema, for messages in JSON (default: strings and bytes).
   */
  readonly message?: T;
  /** Called for each opening handshake, after access has been checked. Returns the hooks for the connection. */
  readonly handler: NoInfer<
    (...args: InferValues<B>) => WebSocketHooks<MessageOf<T>> | PromiseLike<WebSocketHooks<MessageOf<T>>>
  >;
}

/**
 * Creates a route for WebSocket connections. Bindings, filters and access rules apply to the opening handshake, so that
 * the response to a request that they reject is a problem document. Throws `TypeError` if an option is invalid.
 *
 *     webSocket({
 *       path: '/chat/{room}',
 *       bindings: [PathParam('room', String)],
 *       handler: (room) => ({ message: (connection, text) => connection.send(`${room}: ${text}`) }),
 *     })
 */
export function webSocket<
  const B extends readonly Bindable<any>[] = readonly [],
  const T extends Type | undefined = undefined,
>(init: WebSocketInit<B, T>): Route;
export function webSocket(init: WebSocketInit<readonly Bindable<any>[], Type>): Route {
  const { path, bindings, handler, order, scopes, pathMismatchStatus, origin, ...options } = init;
  const declared = defined({ bindings, order, scopes, pathMismatchStatus });
  const plain = route({
    ...declared,
    method: 'GET',
    path,
    handler,
    origin: origin ?? captureOrigin(webSocket),
  });
  return toWebSocketRoute(plain, options);
}

/**
 * Returns a WebSocket route with the path, bindings and scopes of a route whose handler returns
 * {@link WebSocketHooks}, or a response that refuses the handshake. For front ends.
 *
 * @throws TypeError if an option is invalid, TypeProblem if the type of messages is invalid
 */
export function toWebSocketRoute(
  plain: Route,
  options: WebSocketOptions,
  validation: MessageValidation = {},
): Route {
  const settings = resolveWebSocketOptions(options, validation);
  const shared: WebSocketRoute = {
    settings,
    connections: new WebSocketConnections(settings),
    handshake: new NodeHandshake(settings),
  };
  const { handler, scopes = [] } = plain;
  const accept = (result: unknown): unknown =>
    result instanceof RestResponse || result instanceof Response
      ? result
      : new WebSocketSwitch(shared, assertHooks(result));
  return {
    ...plain,
    method: 'GET',
    upgrade: 'websocket',
    handler: Object.defineProperty(
      (...args: unknown[]): unknown => mapMaybe(handler(...args), accept),
      'name',
      { value: handler.name },
    ),
    scopes: [...scopes, { name: 'WebSocket', filters: [handshakeFilter(settings)] }],
    // OpenAPI describes requests and responses only.
    hidden: true,
    checksResults: true,
  };
}

const HOOKS = ['open', 'message', 'close', 'error'] as const;

function assertHooks(value: unknown): WebSocketHooks<any> {
  if (isHooks(value)) return value;
  throw new TypeError('the handler of a WebSocket route must return { open, message, close, error }');
}

function isHooks(value: unknown): value is WebSocketHooks<any> {
  if (Object(value) !== value) return false;
  const hooks = value as Readonly<Record<string, unknown>>;
  return (
    HOOKS.every((name) => ['undefined', 'function'].includes(typeof hooks[name])) &&
    HOOKS.some((name) => name in hooks)
  );
}
