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
  const perform = withHooks(type, handlerCaller(verb, checkResult));
  return (context, values) => {
    const controller = new type(context);
    let result: unknown;
    try {
      result = toPromise(perform(controller, values));
    } catch (error) {
      return respondToError(controller, error, respondToFailure);
    }
    // An error of `respond` is not passed to `onError`, whether or not the handler is synchronous.
    if (!(result instanceof Promise)) return respond(context, result);
    return result.then(
      (settled) => respond(context, settled),
      (error: unknown) => respondToError(controller, error, respondToFailure),
    );
  };
}

/** Calls a method of a controller, possibly with its hooks. */
type Call = (controller: Controller, values: unknown[]) => unknown;

// The functions below create closures separately, so that a route retains only those that it needs.

function handlerCaller(verb: string, checkResult: CheckResult | undefined): Call {
  if (checkResult === undefined) return (controller, values) => callHandler(controller, verb, values);
  return (controller, values) => checkResult(controller.context, callHandler(controller, verb, values));
}

function callHandler(controller: Controller, verb: string, values: unknown[]): unknown {
  return (Reflect.get(controller, verb) as (...args: unknown[]) => unknown).apply(controller, values);
}

/** Calls the hooks `before` and `after` if the class has them. */
function withHooks(type: ControllerClass, call: Call): Call {
  const { before, after } = type.prototype as Partial<Controller>;
  if (before === undefined && after === undefined) return call;
  const callAfter = (_prepared: unknown, controller: Controller, values: unknown[]): unknown =>
    call(controller, values);
  return (controller, values) => {
    const prepared = before === undefined ? undefined : controller.before?.();
    const result = toPromise(mapMaybe(toPromise<unknown>(prepared), callAfter, controller, values));
    return after === undefined ? result : mapMaybe(result, runAfter, controller);
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
