import type { Exchange } from '../exchange/exchange.ts';
import type { Route } from '../contract/route.ts';
import { instanceOf } from '../contract/component.ts';
import { routeName } from '../report/findings.ts';
import { isThenable } from '../internal/thenable.ts';
import { RestResponse } from '../exchange/rest-response.ts';
import type { Outcome, RunEvents, Write } from '../exchange/exchange-plan.ts';
import type { RouteEvent } from '../contract/scope.ts';
import { isTriggered } from './is-triggered.ts';

/** The outcome of a handler that wrote the response itself. */
const EMPTY_OUTCOME: Outcome = { entity: undefined, thrown: false };

export function compileEvents(route: Route, events: readonly RouteEvent[]): RunEvents | undefined {
  if (events.length === 0) return undefined;
  const name = routeName(route);
  return (exchange, status) => {
    const { outcome = EMPTY_OUTCOME } = exchange;
    for (const event of events) runEvent(event, outcome, status, exchange, name);
  };
}

function runEvent(
  routeEvent: RouteEvent,
  outcome: Outcome,
  status: number,
  exchange: Exchange,
  route: string,
): void {
  const { background, logger } = exchange.toolkit;
  const { event } = routeEvent;
  background.run(
    event.name,
    // Even `instanceof` may throw, for example on a Proxy.
    () =>
      isTriggered(routeEvent, outcome, status)
        ? instanceOf(event, exchange).execute(outcome.entity, exchange)
        : undefined,
    (error) => logger.error({ event: event.name, route, error }, 'an event listener failed'),
  );
}

/** Wraps the writer of a route with event listeners, so that the result is recorded for them in the exchange. */
export function recordingOutcome(write: Write): Write {
  return (exchange, result) => {
    if (!(result instanceof RestResponse)) {
      exchange.outcome = { entity: result, thrown: false };
      return write(exchange, result);
    }
    if (isThenable(result.body)) return recordOutcomeLater(exchange, result, result.body, write);
    exchange.outcome = { entity: result.body, thrown: false };
    return write(exchange, result);
  };
}

async function recordOutcomeLater(
  exchange: Exchange,
  { status, headers }: RestResponse,
  body: PromiseLike<unknown>,
  write: Write,
): Promise<void> {
  const entity = await body;
  exchange.outcome = { entity, thrown: false };
  await write(exchange, new RestResponse(entity, { status, headers }));
}
