import { isThenable } from '@writ/http/kernel';
import type { RoutingContext } from '@writ/http';
import type { Controller, ControllerClass } from '../controller.ts';
import type { Respond } from '../result/respond.ts';
import { Stop } from './stop.ts';

/** Makes the instance, and calls its handler between its hooks. Synchronous when all of them are. */
export type RunHandler = (context: RoutingContext, values: unknown[]) => unknown;

export function handlerRunner(type: ControllerClass, verb: string, respond: Respond): RunHandler {
  const { before, after } = type.prototype as Partial<Controller>;
  const call = (controller: Controller, values: unknown[]): unknown =>
    (Reflect.get(controller, verb) as (...args: unknown[]) => unknown).apply(controller, values);
  const bare = before === undefined && after === undefined;

  const perform = (controller: Controller, values: unknown[]): unknown => {
    if (bare) return call(controller, values);
    const prepared = before === undefined ? undefined : controller.before!();
    const result = isThenable(prepared)
      ? Promise.resolve(prepared).then(() => call(controller, values))
      : call(controller, values);
    if (after === undefined) return result;
    return isThenable(result)
      ? Promise.resolve(result).then((settled) => finish(controller, settled))
      : finish(controller, result);
  };

  return (context, values) => {
    const controller = new type(context);
    const failed = (error: unknown): unknown => answerFor(controller, error, respond);
    try {
      const result = perform(controller, values);
      if (!isThenable(result)) return respond(context, result);
      return Promise.resolve(result).then((settled) => respond(context, settled), failed);
    } catch (error) {
      return failed(error);
    }
  };
}

/** What `after` gives takes the result's place; nothing leaves it. */
function finish(controller: Controller, result: unknown): unknown {
  const given = controller.after!(result);
  if (isThenable(given))
    return Promise.resolve(given).then((other) => (other === undefined ? result : other));
  return given === undefined ? result : given;
}

/** What a handler threw: a result after all, what `onError` makes of it, or the error itself. */
function answerFor(controller: Controller, error: unknown, respond: Respond): unknown {
  const { context } = controller;
  if (error instanceof Stop) return respond(context, error.result);
  const answer = controller.onError?.(error);
  if (!isThenable(answer)) return judged(answer);
  return Promise.resolve(answer).then(judged);

  function judged(given: unknown): unknown {
    if (given === undefined) throw error;
    return respond(context, given);
  }
}
