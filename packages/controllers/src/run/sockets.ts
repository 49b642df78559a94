import { RestResponse } from '@writ/http';
import { mapMaybe, toPromise } from '@writ/http/kernel';
import type { toWebSocketRoute } from '@writ/http/websocket';
import type { Respond } from '../result/respond.ts';

/** Turns the route of `SOCKET` into a WebSocket route. Passed in, because most applications do not load `ws`. */
export type ToWebSocketRoute = typeof toWebSocketRoute;

/** Returns the hooks unchanged: the kernel calls them. */
export const passHooks: Respond = (_context, hooks) => hooks;

/** Converts the result of `onError` or of a `Stop` to a response to the handshake. */
export function refuseWith(respond: Respond): Respond {
  return (context, result) =>
    mapMaybe(toPromise(respond(context, result)), (value) =>
      value instanceof Response || value instanceof RestResponse
        ? value
        : new RestResponse(value, { status: context.response.status }),
    );
}
