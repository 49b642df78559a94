import { IncomingMessage, ServerResponse } from 'node:http';
import type { SocketUpgrade, TakenConnection } from '../../contract/protocol-switch.ts';
import type { UpgradeRequest } from '../../contract/upgrade-request.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { NodeTransport } from '../node-transport.ts';

/**
 * A transport for a request that asks for another protocol. Its route takes the connection over, or responds as to any
 * other request. The response then closes the connection.
 */
export class UpgradeTransport extends NodeTransport {
  readonly upgrade: SocketUpgrade;

  /** @param onTake called when the connection no longer uses HTTP */
  constructor(connection: TakenConnection, lifecycle: Lifecycle, onTake: () => void) {
    const { socket } = connection.request;
    const request = toMessage(connection.request);
    const response = new ServerResponse(request);
    super(request, response, lifecycle);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    const destroyStalled = (): void => void socket.destroy();
    socket.on('timeout', destroyStalled);
    response.once('finish', () => socket.destroySoon());
    this.upgrade = {
      take: () => {
        response.detachSocket(socket);
        socket.off('timeout', destroyStalled).setTimeout(0);
        onTake();
        this.finish();
        return connection;
      },
    };
  }
}

/** Creates a message of `node:http` without a body. */
function toMessage({ method, url, headers, socket }: UpgradeRequest): IncomingMessage {
  const message = new IncomingMessage(socket);
  Object.assign(message, { method, url, httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 });
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    message.rawHeaders.push(name, value);
    message.headers[name] = value;
  }
  message.complete = true;
  message.push(null);
  return message;
}
