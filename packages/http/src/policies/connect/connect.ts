/** @module Express and Connect middleware in a router. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RoutingContext } from '../../contract/context.ts';
import type { Filter } from '../../contract/filter.ts';
import type { NodeMessages } from '../../contract/node-messages.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { mapMaybe } from '../../internal/thenable.ts';
import { describeFilter, markFilterFactory } from '../filter-metadata.ts';
import { runMiddleware } from './run-middleware.ts';

/** Express or Connect middleware: `(request, response, next) => …`. */
export type ConnectMiddleware = (request: any, response: any, next: (error?: unknown) => void) => unknown;

/**
 * Creates a filter that runs Express or Connect middleware, such as helmet, passport, compression or morgan, with the
 * request and response of `node:http`. If the middleware responds, neither the inner filters nor the handler run. If it
 * passes an error to `next`, the filter fails with this error; an error with a status from 400 to 499 becomes an
 * `HttpError`. With this filter, a router runs only on the transport `node`. Throws `TypeError` if there is no argument
 * or an argument is not middleware.
 */
export function connect(...middleware: readonly ConnectMiddleware[]): Filter {
  if (middleware.length === 0) throw new TypeError('connect: pass at least one middleware function');
  middleware.forEach(assertMiddleware);
  const filter: Filter = function connected(context, next) {
    const exchange = context as Exchange;
    const messages = messagesOf(exchange);
    const runFrom = (index: number): unknown => {
      const each = middleware[index];
      if (each === undefined) return next();
      return mapMaybe(runMiddleware(each, messages, exchange), (outcome) =>
        outcome === 'passed' ? runFrom(index + 1) : recordAnswer(exchange, messages),
      );
    };
    return runFrom(0);
  };
  return describeFilter(filter, { transport: 'node' });
}

markFilterFactory(connect);

/**
 * Returns the request and response of `node:http`, on which Connect middleware sets properties such as `request.user`.
 * Throws an error if the transport is not `node`.
 */
export function nodeMessages(context: RoutingContext): {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
} {
  const { request, response } = messagesOf(context as Exchange);
  return { request, response };
}

function assertMiddleware(middleware: unknown, index: number): void {
  if (typeof middleware !== 'function') {
    throw new TypeError(
      `connect: argument ${index + 1} must be a function (request, response, next) => …, not ${middleware === null ? 'null' : typeof middleware}`,
    );
  }
  if (middleware.length > 3) {
    throw new TypeError(
      `connect: argument ${index + 1} is error middleware: write an exception handler, such as handle(Error, …), instead`,
    );
  }
}

function messagesOf({ transport }: Exchange): NodeMessages {
  const { messages } = transport;
  if (messages !== undefined) return messages;
  throw new Error(
    "connect() requires node:http requests: create the server with { transport: 'node' }, not with fetch, inject or 'fast'",
  );
}

/** Records that the middleware has sent the response. */
function recordAnswer(exchange: Exchange, { response, settle }: NodeMessages): undefined {
  exchange.move('answer');
  exchange.onBeforeEnd(response.statusCode);
  settle();
  return undefined;
}
