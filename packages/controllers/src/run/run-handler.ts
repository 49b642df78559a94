import { mapMaybe, toPromise } from '@writ/http/kernel';
import type { RoutingContext } from '@writ/http';
import type { Controller, ControllerClass } from '../controller.ts';
import type { Respond } from '../result/respond.ts';
import type { CheckResult } from './check-result.ts';
import { Stop } from './stop.ts';

/** Creates the controller and calls its hooks and its handler. Synchronous if all of these are synchronous. */
export type RunHandler = (context: RoutingContext, values: unknown[]) => unknown;

export function createHandlerRunner(
  type: ControllerClass,
  verb: string,
  respond: Respond,
  checkResult: CheckResult | undefined,
  /** Converts the results of `Stop` and `onError` (default: as other results). */
  respondToFailure: Respond = respond,
): RunHandler {
  const { before, after } = type.prototype as Partial<Controller>;
  const callHandler = (controller: Controller, values: unknown[]): unknown =>
    (Reflect.get(controller, verb) as (...args: unknown[]) => unknown).apply(controller, values);
  const call =
    checkResult === undefined
      ? callHandler
      : (controller: Controller, values: unknown[]): unknown =>
          checkResult(controller.context, callHandler(controller, values));
  const callAfter = (_prepared: unknown, controller: Controller, values: unknown[]): unknown =>
    call(controller, values);
  const bare = before === undefined && after === undefined;

  const perform = (controller: Controller, values: unknown[]): unknown => {
    if (bare) return call(controller, values);
    const prepared = before === undefined ? undefined : controller.before?.();
    const result = toPromise(mapMaybe(toPromise<unknown>(prepared), callAfter, controller, values));
    return after === undefined ? result : mapMaybe(result, runAfter, controller);
  };

  return (context, values) => {
    const controller = new type(context);
    const failed = (error: unknown): unknown => respondToError(controller, error, respondToFailure);
    let result: unknown;
    try {
      result = toPromise(perform(controller, values));
    } catch (error) {
      return failed(error);
    }
    // An error of `respond` is not passed to `onError`, whether or not the handler is synchronous.
    if (!(result instanceof Promise)) return respond(context, result);
    return result.then((settled) => respond(context, settled), failed);
  };
}

/** Calls `after`, whose return value replaces the result unless it is undefined. */
function runAfter(result: unknown, controller: Controller): unknown {
  return mapMaybe(toPromise<unknown>(controller.after?.(result)), replaceResult, result);
}

function replaceResult(given: unknown, result: unknown): unknown {
  return given === undefined ? result : given;
}

/** Handles a thrown value: returns the result of a `Stop` or of `onError`, or rethrows the error. */
function respondToError(controller: Controller, error: unknown, respond: Respond): unknown {
  const { context } = controller;
  if (error instanceof Stop) return respond(context, error.result);
  return mapMaybe(toPromise<unknown>(controller.onError?.(error)), (given) => {
    if (given === undefined) throw error;
    return respond(context, given);
  });
}
