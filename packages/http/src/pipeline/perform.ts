import type { HttpError, ValueError } from '../errors/http-error.ts';
import { NoRoute } from '../errors/no-route.ts';
import type { ArgumentBinder, BodyStep } from '../binding/compile-bindings.ts';
import type { Extractor } from '../binding/extract/extractor.ts';
import type { UseBody } from '../binding/readers/body-reader.ts';
import type { BindingState } from '../exchange/binding-state.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Route } from '../contract/route.ts';
import { allMaybe } from '../internal/thenable.ts';
import { ConstraintException } from '../binding/validation/constraint.ts';
import { Failure, MAX_ISSUES } from '../types/failure.ts';
import { assertMediaType, type MediaRules } from './media-rules.ts';

/**
 * Compiles the steps that read the body, bind the arguments and call the handler. They run synchronously if none of
 * them is asynchronous.
 */
export function compilePerform(
  handler: Handler,
  binder: ArgumentBinder,
  rules: MediaRules | undefined,
): (exchange: Exchange) => unknown {
  const { readBody, checkPath } = binder;
  const invoke = compileInvocation(handler, binder);
  if (readBody === undefined) {
    if (rules === undefined) return invoke;
    return (exchange) => {
      const mediaCheck = assertMediaType(rules, exchange);
      return mediaCheck === undefined
        ? invoke(exchange)
        : mediaCheck.then(() => unlessResponded(invoke, exchange));
    };
  }
  const useBody: UseBody = (exchange, value) => invokeWithBody(invoke, readBody, exchange, value);
  const readAndInvoke = (exchange: Exchange): unknown => readBody.read(exchange, useBody);
  return (exchange) => {
    checkPath?.(exchange);
    if (exchange.binding?.pathMismatch) throw new NoRoute();
    const mediaCheck = rules === undefined ? undefined : assertMediaType(rules, exchange);
    return mediaCheck === undefined
      ? readAndInvoke(exchange)
      : mediaCheck.then(() => unlessResponded(readAndInvoke, exchange));
  };
}

/** Calls `perform`, unless the request was answered in the meantime. */
function unlessResponded(perform: (exchange: Exchange) => unknown, exchange: Exchange): unknown {
  return exchange.isSettled ? undefined : perform(exchange);
}

type Handler = Route['handler'];

/**
 * Compiles the binding of the arguments and the call. A handler with at most one argument, as most handlers have, is
 * called without an argument array.
 */
function compileInvocation(handler: Handler, binder: ArgumentBinder): (exchange: Exchange) => unknown {
  const { extractors, checkNames, spread, async } = binder;
  const [take] = extractors;
  if (take === undefined && checkNames === undefined) return () => handler();
  if (take === undefined || extractors.length > 1 || checkNames !== undefined || spread || async) {
    return (exchange) => bindAndInvoke(handler, binder, exchange);
  }
  return invokeWithOne(handler, take);
}

/**
 * Creates the call of a handler with one argument, in a separate function so that the closure does not retain the
 * binder.
 */
function invokeWithOne(handler: Handler, extract: Extractor): (exchange: Exchange) => unknown {
  return (exchange) => {
    const value = extract(exchange);
    throwOnInvalidValues(exchange);
    return handler(value);
  };
}

function throwOnInvalidValues({ binding }: Exchange): void {
  const error = binding && findInvalidValues(binding);
  if (error !== undefined) throw error;
}

/** Returns the error for the invalid values of a request; undefined if there are none. */
export function findInvalidValues({ pathMismatch, failures }: BindingState): HttpError | undefined {
  if (pathMismatch) return new NoRoute(failures?.some(isOutsidePath) ? failures : undefined);
  return failures && constraintException(failures);
}

/**
 * Whether the issue is outside the path. The 404 lists such issues, because they may be the reason why no route
 * matches.
 */
function isOutsidePath({ source }: ValueError): boolean {
  return source !== 'path';
}

function invokeWithBody(
  invoke: (exchange: Exchange) => unknown,
  { store }: BodyStep,
  exchange: Exchange,
  value: unknown,
): unknown {
  if (exchange.isSettled) return undefined;
  if (value instanceof Failure) {
    exchange.addIssue('body', undefined, value);
    exchange.openBinding().bodyFailed = true;
  } else {
    store(exchange, value);
  }
  return invoke(exchange);
}

function bindAndInvoke(handler: Handler, binder: ArgumentBinder, exchange: Exchange): unknown {
  const { extractors } = binder;
  const args: unknown[] = [];
  for (let index = 0; index < extractors.length; index += 1) args.push(extractors[index]!(exchange));
  binder.checkNames?.(exchange);
  const settled = binder.async ? allMaybe(args, (all) => all) : args;
  if (!(settled instanceof Promise)) return invokeHandler(handler, binder, exchange, args);
  return settled.then((all) => {
    exchange.assertConnected();
    return exchange.isSettled ? undefined : invokeHandler(handler, binder, exchange, [...all]);
  });
}

function invokeHandler(
  handler: Handler,
  { spread }: ArgumentBinder,
  exchange: Exchange,
  args: unknown[],
): unknown {
  throwOnInvalidValues(exchange);
  if (spread) args.push(...(args.pop() as unknown[]));
  return handler(...args);
}

function constraintException(errors: readonly ValueError[]): ConstraintException {
  const some = errors.length === MAX_ISSUES ? `${MAX_ISSUES} or more values` : `${errors.length} values`;
  const count = errors.length === 1 ? 'one value is' : `${some} are`;
  return new ConstraintException(`${count} missing or invalid`, errors);
}
