import { X509Certificate } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request that the simulated controller has received. */
export interface ControllerCall {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly authorization: string;
}

export interface ControllerOptions {
  readonly key: string;
  readonly cert: string;
  readonly password: string;
  /** Replaces the response to a path. Without a call of the response, the client waits. */
  readonly answers?: Readonly<Record<string, (response: ServerResponse) => void>>;
  /** Values of `ResetType` that the controller allows; default: it does not say. */
  readonly resetTypes?: readonly string[];
}

/** A simulated controller. */
export interface SimulatedController {
  /** The https address. */
  readonly address: string;
  /** 64 hexadecimal digits. */
  readonly certificateSha256: string;
  readonly calls: readonly ControllerCall[];
  power: string;
}

const SYSTEM = '/redfish/v1/Systems/1';
const RESET = `${SYSTEM}/Actions/ComputerSystem.Reset`;

/** Starts a server that responds like a Redfish service with one machine; it ends with the test. */
export async function simulateController(options: ControllerOptions): Promise<SimulatedController> {
  const { key, cert, password, answers = {}, resetTypes } = options;
  const calls: ControllerCall[] = [];
  const expected = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  const server = createServer({ key, cert }, (request, response) => void respond(request, response));
  const send = (response: ServerResponse, status: number, value?: object): void => {
    response.writeHead(status, { 'content-type': 'application/json', 'odata-version': '4.0' });
    response.end(value === undefined ? '' : JSON.stringify(value));
  };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
    const { method = '', url: path = '', headers } = request;
    const authorization = headers.authorization ?? '';
    const body = text === '' ? {} : { body: JSON.parse(text) as unknown };
    calls.push({ method, path, authorization, ...body });
    const answer = answers[path];
    if (answer !== undefined) answer(response);
    else if (path === '/redfish/v1/')
      send(response, 200, { Systems: { '@odata.id': '/redfish/v1/Systems' } });
    else if (authorization !== expected)
      send(response, 401, {
        error: {
          code: 'Base.1.8.GeneralError',
          message: 'See ExtendedInfo',
          '@Message.ExtendedInfo': [{ Message: 'The login was not accepted.' }],
        },
      });
    else if (path === '/redfish/v1/Systems')
      send(response, 200, { 'Members@odata.count': 1, Members: [{ '@odata.id': SYSTEM }] });
    else if (path === SYSTEM && method === 'PATCH') send(response, 204);
    else if (path === SYSTEM)
      send(response, 200, {
        Id: '1',
        PowerState: simulated.power,
        Actions: {
          '#ComputerSystem.Reset': {
            target: RESET,
            ...(resetTypes && { 'ResetType@Redfish.AllowableValues': resetTypes }),
          },
        },
      });
    else if (path === RESET && method === 'POST') {
      const type = (body as { body: { ResetType: string } }).body.ResetType;
      simulated.power = /Off|Shutdown/.test(type) ? 'Off' : 'On';
      send(response, 204);
    } else send(response, 404);
  };
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const simulated: SimulatedController = {
    address: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    certificateSha256: new X509Certificate(cert).fingerprint256.replaceAll(':', '').toLowerCase(),
    calls,
    power: 'Off',
  };
  return simulated;
}
