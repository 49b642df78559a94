import { defined } from '@writ/diagnostics/internal';
import type { Route } from '@writ/http';
import type { WebSocketOptions } from '@writ/http/websocket';
import type { MountedClass } from '../classes/mounted-class.ts';
import type { ControllerClass } from '../controller.ts';
import type { ToWebSocketRoute } from '../run/sockets.ts';
import type { Signature } from '../signature/signature.ts';

/**
 * Turns the route of `SOCKET` into a WebSocket route. If `static webSocket` or the type of messages is invalid, reports
 * this and returns the route unchanged.
 */
export function toSocketRoute(
  route: Route,
  { type, name }: Pick<MountedClass, 'type' | 'name'>,
  { messages }: Signature,
  convert: ToWebSocketRoute,
  report: (message: string, hint: string | undefined) => void,
): Route {
  try {
    return convert(route, { ...readOptions(type), ...defined({ message: messages?.type }) });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { hint } = error as { readonly hint?: string };
    report(`static webSocket of ${name}: ${error.message.replace(/^webSocket:? /, '')}`, hint);
    return route;
  }
}

function readOptions(type: ControllerClass): WebSocketOptions {
  const options: unknown = Reflect.get(type, 'webSocket');
  if (options === undefined) return {};
  if (typeof options === 'object' && options !== null && !('message' in options)) return options;
  throw new TypeError('write an object with options; the result of SOCKET declares the type of messages');
}
