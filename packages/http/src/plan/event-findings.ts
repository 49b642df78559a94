import type { RoutePlan } from './route-plan.ts';
import { routeName, type Finding } from '../report/findings.ts';
import type { RouteEvent } from '../contract/scope.ts';

/** Reports problems with a route's event listeners. */
export function checkEvents(
  { route, events }: Pick<RoutePlan, 'route' | 'events'>,
  report: (finding: Finding) => void,
): void {
  for (const { value } of events) {
    const wrong = checkEvent(value);
    if (wrong === undefined) continue;
    const [message, hint] = wrong;
    const origin = value.event.origin ?? route.origin;
    const name = `${routeName(route)}: the event listener ${value.event.name}`;
    report({ rule: 'event', message: `${name} ${message}`, hint, origin });
  }
}

function checkEvent({ event, response, exception }: RouteEvent): readonly [string, string] | undefined {
  if (event.create === undefined && typeof event.instance?.execute !== 'function') {
    return ['has no execute method', 'write execute(entity, context) { … }'];
  }
  if (typeof response === 'number' && !(Number.isInteger(response) && response >= 200 && response <= 599)) {
    return [`has the invalid status ${response}`, 'write a status from 200 to 599'];
  }
  if (exception !== undefined && typeof exception !== 'function') {
    const hint = 'specify the error class; if it is undefined, check for circular imports';
    return [`specifies the exception ${String(exception)}, which is not a class`, hint];
  }
  return undefined;
}
