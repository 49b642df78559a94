import type { RoutingContext } from '../contract/context.ts';
import type { Logger } from '../contract/logger.ts';
import type { ToolkitContext } from '../contract/toolkit-context.ts';
import { assertMethods, assertTypes } from '../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../internal/options.ts';
import type { RequestMessage } from '../observe/request-events.ts';
import { subscribeToRequests } from '../observe/subscribe-to-requests.ts';
import { requestIdOf } from './request-ids.ts';

/** A logger with the level `info`, such as pino. */
export type AccessLogger = Pick<Logger, 'info'>;

/** Options for {@link accessLog}. */
export interface AccessLogOptions {
  /** Receives one line for each request. */
  readonly logger: AccessLogger;
  /** Whether to omit a request, such as a health check. Called when the request is over. */
  readonly ignore?: (context: RoutingContext) => boolean;
  /** Returns additional fields, such as the user's name. */
  readonly fields?: (context: RoutingContext) => Readonly<Record<string, unknown>>;
}

const OPTIONS: OptionNames<AccessLogOptions> = { logger: true, ignore: true, fields: true };

/**
 * Logs each request to the toolkit's routers when it is over. A line contains the method, the path without the query,
 * the route, the status, the duration in milliseconds, the client's address, the trace id and the request id. If the
 * request was not answered, the line also states how it ended. Headers and bodies are not logged, and neither are
 * requests that are passed to other middleware. The returned function stops the log. Throws `TypeError` if an option is
 * invalid.
 */
export function accessLog(toolkit: ToolkitContext, options: AccessLogOptions): () => void {
  assertOptions('accessLog', options, OPTIONS);
  assertMethods('accessLog: logger', options.logger ?? null, ['info']);
  assertTypes('accessLog', options, { ignore: 'a function', fields: 'a function' });
  const { logger, ignore = () => false, fields = () => ({}) } = options;
  return subscribeToRequests(toolkit, {
    closed(message) {
      if (message.outcome === 'passed-on' || ignore(message.context)) return;
      const { method, path, status, outcome } = message;
      const result = status === undefined ? outcome : String(status);
      logger.info({ ...describeRequest(message), ...fields(message.context) }, `${method} ${path} ${result}`);
    },
  });
}

function describeRequest(message: RequestMessage): Readonly<Record<string, unknown>> {
  const { context, method, path, route, status, duration = 0, outcome, trace } = message;
  const requestId = requestIdOf(context);
  const { remoteAddress } = context.request;
  return {
    method,
    path,
    ...(route !== undefined && { route: route.path }),
    ...(status !== undefined && { status }),
    ...(outcome !== 'answered' && { outcome }),
    duration: Math.round(duration * 10) / 10,
    ...(remoteAddress !== undefined && { remoteAddress }),
    ...(requestId !== undefined && { requestId }),
    traceId: trace.traceId,
  };
}
