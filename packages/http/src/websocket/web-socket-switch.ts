import type { RoutingContext } from '../contract/context.ts';
import { ProtocolSwitch, type ConnectionUpgrade } from '../contract/protocol-switch.ts';
import { HttpError } from '../errors/http-error.ts';
import type { WebSocketConnections } from './connections.ts';
import type { WebSocketHooks } from './hooks.ts';
import type { NodeHandshake } from './node-handshake.ts';
import type { WebSocketSettings } from './options.ts';
import { acceptFetch } from './runtimes/accept-fetch.ts';

/** The parts of a WebSocket route that its connections share. */
export interface WebSocketRoute {
  readonly settings: WebSocketSettings;
  readonly connections: WebSocketConnections;
  readonly handshake: NodeHandshake;
}

/** The result of a WebSocket route. */
export class WebSocketSwitch extends ProtocolSwitch {
  readonly protocol = 'websocket';
  readonly #route: WebSocketRoute;
  readonly #hooks: WebSocketHooks<any>;

  constructor(route: WebSocketRoute, hooks: WebSocketHooks<any>) {
    super();
    this.#route = route;
    this.#hooks = hooks;
  }

  override prepare(
    upgrade: ConnectionUpgrade,
    headers: readonly string[],
  ): (context: RoutingContext) => void {
    const { settings, connections, handshake } = this.#route;
    connections.assertRoom();
    if ('take' in upgrade) {
      return (context) => {
        const taken = upgrade.take();
        handshake.accept(taken, headers, (socket) =>
          connections.add(socket, this.#hooks, context, taken.closing),
        );
      };
    }
    if (upgrade.closing?.aborted) throw new HttpError('unavailable', 'the router is closing');
    const { socket, response } = acceptFetch(upgrade, headers, settings);
    return (context) => {
      upgrade.respond(response);
      socket.whenOpen(() => connections.add(socket, this.#hooks, context, upgrade.closing));
    };
  }
}
