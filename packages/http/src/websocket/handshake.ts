import type { RoutingContext } from '../contract/context.ts';
import type { Filter } from '../contract/filter.ts';
import { HttpError } from '../errors/http-error.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { assertSameSite } from '../policies/csrf.ts';
import { describeFilter } from '../policies/filter-metadata.ts';
import { isProtocolList, type WebSocketSettings } from './options.ts';

/** Headers of a response with status 426, which RFC 6455 requires. */
const UPGRADE_HEADERS = { upgrade: 'websocket', connection: 'Upgrade', 'sec-websocket-version': '13' };

/**
 * Creates a filter that rejects requests that are not opening handshakes of WebSockets, and those from pages of origins
 * that are not allowed. It runs before access is checked and arguments are bound.
 */
export function handshakeFilter({ origins }: WebSocketSettings): Filter {
  const filter: Filter = function webSocketHandshake(context, next) {
    assertHandshake(context);
    if (origins !== '*') assertSameSite(context, origins);
    return next();
  };
  return describeFilter(filter, { refuses: ['upgrade-required', 'forbidden'] });
}

function assertHandshake(context: RoutingContext): void {
  const { headers } = context.request;
  if (headers.get('upgrade')?.toLowerCase() !== 'websocket') {
    throw new HttpError('upgrade-required', {
      detail: 'connect with a WebSocket client',
      headers: UPGRADE_HEADERS,
    });
  }
  if (headers.get('sec-websocket-version') !== '13') {
    throw new HttpError('upgrade-required', {
      detail: 'the version of the WebSocket protocol must be 13',
      headers: UPGRADE_HEADERS,
    });
  }
  if (!KEY.test(headers.get('sec-websocket-key') ?? '')) {
    throw new HttpError('bad-request', 'the header Sec-WebSocket-Key is missing or invalid');
  }
  const protocols = headers.get('sec-websocket-protocol');
  if (protocols !== undefined && !isProtocolList(protocols)) {
    throw new HttpError('bad-request', 'the header Sec-WebSocket-Protocol is invalid');
  }
  if ((context as Exchange).transport.upgrade === undefined) {
    context.toolkit.logger.warn({ path: context.request.path }, REFUSED);
    throw new HttpError('not-implemented', 'this server cannot upgrade connections');
  }
}

const REFUSED =
  'a WebSocket handshake was refused, because this server cannot upgrade connections: serve the router with toolkit.createServer';

/** 16 bytes in Base64. */
const KEY = /^[+/0-9A-Za-z]{22}==$/;
