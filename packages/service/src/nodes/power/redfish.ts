import { request as httpRequest } from 'node:http';
import type { Secret } from '@writ/diagnostics';
import { connectPinned } from './pinned-connection.ts';

/** A management controller with its login. */
export interface Controller {
  /** The https address of the Redfish service. */
  readonly address: string;
  readonly username: string;
  readonly password: Secret;
  /** The SHA-256 digest of its certificate: 64 hexadecimal digits in lower case. */
  readonly certificateSha256: string;
}

/** Changes of the power of a machine. `off`: without a shutdown of the operating system. */
export const POWER_ACTIONS = ['on', 'off', 'shutdown', 'reset'] as const;

export type PowerAction = (typeof POWER_ACTIONS)[number];

/** Values of `ResetType` for each action; the first one that the controller allows is used. */
const RESET_TYPES: Readonly<Record<PowerAction, readonly string[]>> = {
  on: ['On', 'ForceOn'],
  off: ['ForceOff', 'PushPowerButton'],
  shutdown: ['GracefulShutdown'],
  reset: ['ForceRestart', 'PowerCycle', 'GracefulRestart'],
};

/** Milliseconds within which a response must be complete. */
const RESPONSE_LIMIT = 20_000;
/** Maximum size of a response in bytes. */
const BODY_LIMIT = 2 ** 20;
/** Maximum length of an error message that is quoted. */
const QUOTE_LIMIT = 300;

/** The power state, such as `On` or `Off`. */
export interface PowerState {
  readonly power: string;
}

interface ComputerSystem {
  readonly '@odata.id': string;
  readonly PowerState?: string;
  readonly Actions?: {
    readonly '#ComputerSystem.Reset'?: {
      readonly target?: string;
      readonly 'ResetType@Redfish.AllowableValues'?: readonly string[];
    };
  };
}

/** Returns the power state of the machine. @throws Error with a message that contains no secret */
export async function readPower(controller: Controller): Promise<PowerState> {
  return { power: (await findSystem(controller)).PowerState ?? 'unknown' };
}

/**
 * Changes the power of the machine.
 *
 * @param boot `network` makes the next boot one from the network
 * @throws Error with a message that contains no secret
 */
export async function controlPower(
  controller: Controller,
  action: PowerAction,
  boot?: 'network',
): Promise<void> {
  const system = await findSystem(controller);
  if (boot === 'network') {
    await send(controller, 'PATCH', system['@odata.id'], {
      Boot: { BootSourceOverrideEnabled: 'Once', BootSourceOverrideTarget: 'Pxe' },
    });
  }
  const reset = system.Actions?.['#ComputerSystem.Reset'];
  const allowed = reset?.['ResetType@Redfish.AllowableValues'];
  const types = RESET_TYPES[action];
  const type = types.find((each) => allowed?.includes(each) !== false);
  if (type === undefined) throw new Error(`the controller allows none of ${types.join(', ')}`);
  await send(controller, 'POST', reset?.target ?? `${system['@odata.id']}/Actions/ComputerSystem.Reset`, {
    ResetType: type,
  });
}

/** Reads the only machine of a controller. */
async function findSystem(controller: Controller): Promise<ComputerSystem> {
  const root = (await send(controller, 'GET', '/redfish/v1/')) as { readonly Systems?: Link };
  const collection = (await send(controller, 'GET', linkPath(root.Systems))) as {
    readonly Members?: readonly Link[];
  };
  const members = collection.Members ?? [];
  if (members.length !== 1) throw new Error(`the controller has ${members.length} machines instead of one`);
  const path = linkPath(members[0]);
  return { ...((await send(controller, 'GET', path)) as ComputerSystem), '@odata.id': path };
}

interface Link {
  readonly '@odata.id'?: unknown;
}

function linkPath(link: Link | undefined): string {
  const path = link?.['@odata.id'];
  // A path from the controller is only used at the controller, and never as an address.
  if (typeof path !== 'string' || !/^\/[!-~]*$/.test(path))
    throw new Error('the response is not a Redfish resource');
  return path;
}

type Method = 'GET' | 'POST' | 'PATCH';

async function send(controller: Controller, method: Method, path: string, body?: object): Promise<unknown> {
  const address = new URL(controller.address);
  if (address.protocol !== 'https:') throw new Error('the address must use https');
  const socket = await connectPinned(address, controller.certificateSha256);
  const { username, password } = controller;
  const content = body === undefined ? undefined : JSON.stringify(body);
  try {
    const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const timer = setTimeout(
        () =>
          reject(new Error(`no complete response to ${method} ${path} within ${RESPONSE_LIMIT / 1000} s`)),
        RESPONSE_LIMIT,
      );
      const request = httpRequest({
        createConnection: () => socket,
        method,
        path,
        headers: {
          host: address.host,
          accept: 'application/json',
          'odata-version': '4.0',
          authorization: `Basic ${Buffer.from(`${username}:${password.reveal()}`).toString('base64')}`,
          connection: 'close',
          ...(content === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
        },
      });
      const settle = (error?: Error, result?: { status: number; text: string }): void => {
        clearTimeout(timer);
        if (result === undefined) reject(error ?? new Error('the connection was closed'));
        else resolve(result);
      };
      request.on('error', (error) => settle(error));
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('error', (error) => settle(error));
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          size += chunk.length;
          if (size > BODY_LIMIT) response.destroy(new Error('the response is too large'));
        });
        response.on('end', () =>
          settle(undefined, { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        );
        response.on('close', () => settle());
      });
      request.end(content);
    });
    return readResponse(`${method} ${path}`, status, text);
  } finally {
    socket.destroy();
  }
}

function readResponse(what: string, status: number, text: string): unknown {
  if (status >= 300) throw new Error(`${what} failed with status ${status}${quoteError(text)}`);
  if (text.trim() === '') return {};
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) throw new Error(`the response to ${what} is not JSON`);
  return value;
}

/** Returns the message of an error response. Controllers do not repeat the login there. */
function quoteError(text: string): string {
  const value = parseJson(text) as
    | {
        readonly error?: {
          readonly message?: unknown;
          readonly '@Message.ExtendedInfo'?: readonly { readonly Message?: unknown }[];
        };
      }
    | undefined;
  const extended = value?.error?.['@Message.ExtendedInfo']?.[0]?.Message;
  const message = typeof extended === 'string' ? extended : value?.error?.message;
  return typeof message === 'string' ? `: ${message.replaceAll(/\p{C}/gu, ' ').slice(0, QUOTE_LIMIT)}` : '';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
