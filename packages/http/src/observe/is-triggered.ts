import { isInstanceOf } from '../contract/component.ts';
import type { Outcome } from '../exchange/exchange-plan.ts';
import type { RouteEvent } from '../contract/scope.ts';

/**
 * Whether an event listener runs. Its status must match, and the entity must be an instance of its exception or, if it
 * has no exception, of one of its types, if any. Undefined and null match the types only if `onEmpty` is set.
 */
export function isTriggered(event: RouteEvent, { entity, thrown }: Outcome, status: number): boolean {
  const { response, exception, onEmpty = false } = event;
  if (typeof response === 'number' && response !== status) return false;
  if (exception !== undefined) return thrown && isInstanceOf(entity, exception);
  const { types } = event.event;
  // Without a declared status, listeners for a matching error run for any status, and all other listeners only for 2xx.
  if (response === undefined && !isSuccess(status) && !(thrown && types !== undefined)) return false;
  if (types === undefined) return true;
  if (!thrown && (entity === undefined || entity === null)) return onEmpty;
  return types.some((type) => isInstanceOf(entity, type));
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
