import { assertTypes } from '../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../internal/options.ts';
import { parseTrustedOrigins } from '../policies/csrf.ts';
import type { Type } from '../contract/type.ts';
import { compileMessage, type MessageValidation, type ReadMessage } from './message.ts';

/** Options for a WebSocket route. */
export interface WebSocketOptions {
  /**
   * The type of messages: `String` for text messages, `Uint8Array` for binary messages, or another type, such as a
   * Standard Schema, for messages in JSON (default: strings and bytes).
   */
  readonly message?: Type;
  /** The subprotocols that the route supports, the preferred one first (default: none). */
  readonly protocols?: readonly string[];
  /**
   * Other origins whose pages may connect, such as `https://app.example`, or `*` for all pages (default: none). Clients
   * that are not browsers send no Origin header and may always connect.
   */
  readonly origins?: readonly string[] | '*';
  /** Maximum size of a message in bytes (default: 64 KiB). A larger message closes the connection with code 1009. */
  readonly maxPayload?: number;
  /**
   * Maximum number of messages per second from a client (default: unlimited). If a client sends more, the connection is
   * closed with code 1008.
   */
  readonly maxMessageRate?: number;
  /** Maximum number of open connections of the route, above which the response is 503 (default: 10,000). */
  readonly maxConnections?: number;
  /**
   * Maximum number of bytes waiting to be sent to a client (default: 1 MiB). If earlier messages are waiting and
   * another message would exceed the maximum, the client is disconnected.
   */
  readonly maxBufferedAmount?: number;
  /**
   * Minimum number of milliseconds after which a client from which nothing arrives is disconnected (default: 60,000).
   * After at least half of this time, the server sends a ping, which clients answer by themselves. 0 disables both.
   */
  readonly idleTimeout?: number;
  /** Whether to compress messages, which costs memory for each connection (default: false). */
  readonly perMessageDeflate?: boolean;
}

/** The names of all options. */
export const WEB_SOCKET_OPTIONS: OptionNames<WebSocketOptions> = {
  message: true,
  protocols: true,
  origins: true,
  maxPayload: true,
  maxMessageRate: true,
  maxConnections: true,
  maxBufferedAmount: true,
  idleTimeout: true,
  perMessageDeflate: true,
};

/** The options of a route with their defaults. */
export interface WebSocketSettings extends Required<Omit<WebSocketOptions, 'message' | 'origins'>> {
  readonly readMessage: ReadMessage;
  /** The other origins whose pages may connect, or `*`. */
  readonly origins: ReadonlySet<string> | '*';
}

/** @throws TypeError if an option is unknown or invalid, TypeProblem if the type of messages is invalid */
export function resolveWebSocketOptions(
  options: WebSocketOptions,
  validation: MessageValidation = {},
): WebSocketSettings {
  assertOptions('webSocket', options, WEB_SOCKET_OPTIONS);
  assertTypes('webSocket', options, { protocols: 'a list of strings', perMessageDeflate: 'true or false' });
  for (const name of SIZES) assertSize(name, options[name]);
  const { message, protocols = [], origins = [] } = options;
  const invalid = protocols.find((protocol) => !TOKEN.test(protocol));
  if (invalid !== undefined) {
    throw new TypeError(
      `webSocket: ${JSON.stringify(invalid)} is not a subprotocol: write letters, digits, "." and "-"`,
    );
  }
  return {
    readMessage: compileMessage(message, validation),
    protocols,
    origins: origins === '*' ? '*' : parseTrustedOrigins({ trustedOrigins: origins }),
    maxPayload: options.maxPayload ?? 64 * 1024,
    maxMessageRate: options.maxMessageRate ?? Infinity,
    maxConnections: options.maxConnections ?? 10_000,
    maxBufferedAmount: options.maxBufferedAmount ?? 1024 * 1024,
    idleTimeout: options.idleTimeout ?? 60_000,
    perMessageDeflate: options.perMessageDeflate ?? false,
  };
}

const SIZES = ['maxPayload', 'maxMessageRate', 'maxConnections', 'maxBufferedAmount', 'idleTimeout'] as const;

function assertSize(name: (typeof SIZES)[number], value: number | undefined): void {
  const least = name === 'idleTimeout' ? 0 : 1;
  if (value === undefined || (Number.isSafeInteger(value) && value >= least)) return;
  throw new TypeError(`webSocket: ${name} must be a whole number of at least ${least}, not ${String(value)}`);
}

/** Matches a token (RFC 9110), the syntax of a subprotocol. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** Whether a Sec-WebSocket-Protocol header is a list of different subprotocols. */
export function isProtocolList(value: string): boolean {
  const names = value.split(',').map((name) => name.trim());
  return names.every((name) => TOKEN.test(name)) && new Set(names).size === names.length;
}
