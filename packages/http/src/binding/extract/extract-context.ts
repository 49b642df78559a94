import { withProviderTimeout } from '../../exchange/provider-timeout.ts';
import { User } from '../../contract/user.ts';
import { RoutingContext } from '../../contract/context.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { HttpRequest } from '../../contract/http-request.ts';
import { HttpResponse } from '../../contract/http-response.ts';
import type { ContextBinding } from '../../contract/route.ts';
import { instanceOf, type Component } from '../../contract/component.ts';
import type { ContextObjects } from '../../contract/registry.ts';
import type { ContextProvider } from '../../contract/roles.ts';
import { mapMaybe } from '../../internal/thenable.ts';
import { resolveCheck } from '../validation/resolve-check.ts';
import { compileType } from '../../types/compile-type.ts';
import { ABSENT, TypeProblem } from '../../types/converter.ts';
import { Failure } from '../../types/failure.ts';
import { PRIMITIVES } from '../../types/primitives.ts';
import { checkPresent } from '../../types/schema-type.ts';
import { withCheck, orMissingValue, type MissingValue, type Extractor } from './extractor.ts';
import type { AbstractClass } from '../../contract/type.ts';
import type { Validator } from '../../contract/validator.ts';

const REQUEST_OBJECTS: ReadonlyMap<unknown, Extractor> = new Map<unknown, Extractor>([
  [HttpRequest, (exchange) => exchange.request],
  [HttpResponse, (exchange) => exchange.response],
  [RoutingContext, (exchange) => exchange],
  [AbortSignal, (exchange) => exchange.signal],
]);

/** The extractor of a context binding, and whether start-up must warn about it. */
export interface ContextExtractor {
  readonly extract: Extractor;
  /** Whether the extractor may return a promise. */
  readonly async: boolean;
  /**
   * Whether the object is required, but no provider or default supplies it. A filter may still store it in
   * `context.data`.
   */
  readonly unprovided: boolean;
}

/** Returns the class of the context object. */
export function contextToken({ type }: Pick<ContextBinding, 'type'>): AbstractClass {
  return ('kind' in type && type.kind === 'optional' ? type.of : type) as AbstractClass;
}

/** Whether every request has an object of this class. */
export function isRequestObject(token: unknown): boolean {
  return REQUEST_OBJECTS.has(token);
}

/**
 * Creates the extractor of a context object. If the object belongs to every request, no other source is used.
 * Otherwise, the sources are, in this order: for `User`, the user of the context; the provider; `context.data`; the
 * default.
 */
export function extractContext(
  binding: ContextBinding,
  provider: Component<ContextProvider> | undefined,
  objects: ContextObjects,
  validator: Validator | undefined,
): ContextExtractor {
  const { type, default: text, valid } = binding;
  const optional = 'kind' in type && type.kind === 'optional';
  const token = contextToken(binding);
  if (typeof token !== 'function') throw new TypeProblem(`${String(token)} is not a class`);
  const known = REQUEST_OBJECTS.get(token) ?? objects.contextObject(token);
  if (known !== undefined) return { extract: known, async: false, unprovided: false };
  const name = token.name === '' ? 'class' : token.name;
  const check = resolveCheck(valid, token, valid === true ? validator : undefined);
  const none = compileMissingObject(token, name, optional, text);
  const extract: Extractor = (exchange) => {
    const present = token === User && exchange.user !== undefined;
    const value = present
      ? exchange.user
      : mapMaybe(callProvider(provider, token, exchange), orFromContextData, token, exchange);
    const given = orMissingValue(value, none, exchange);
    return withCheck(exchange, 'context', name, check === undefined ? given : checkPresent(check, given));
  };
  return {
    extract,
    async: provider !== undefined || check !== undefined || text !== undefined,
    unprovided: provider === undefined && token !== User && !optional && text === undefined,
  };
}

function callProvider(
  provider: Component<ContextProvider> | undefined,
  token: AbstractClass,
  exchange: Exchange,
): unknown {
  if (provider === undefined) return ABSENT;
  const given: unknown = instanceOf(provider, exchange).provide(exchange.request);
  return mapMaybe(
    withProviderTimeout<unknown>(exchange, provider.name, given),
    toContextObject,
    provider,
    token,
  );
}

/**
 * Returns the result of a provider as a context object. Null and undefined count as missing. Any object is accepted,
 * even if it is not an instance of the class. A primitive is accepted only if the class is a built-in type, such as
 * `String`.
 */
function toContextObject(value: unknown, { name }: { readonly name: string }, token: AbstractClass): unknown {
  if (value === undefined || value === null) return ABSENT;
  if (typeof value === 'object' || typeof value === 'function' || PRIMITIVES.has(token)) return value;
  throw new TypeError(`${name} returned a ${typeof value}, which is not a ${token.name}`);
}

function orFromContextData(value: unknown, token: AbstractClass, exchange: Exchange): unknown {
  return value === ABSENT ? findInContextData(token, exchange) : value;
}

/**
 * Finds an object that a filter stored: the value whose key is the class, or any instance of the class. Returns
 * `ABSENT` if there is none.
 */
function findInContextData(token: AbstractClass, { data }: Exchange): unknown {
  if (data.has(token)) return data.get(token) ?? ABSENT;
  for (const value of data.values()) if (value instanceof token) return value;
  return ABSENT;
}

function compileMissingObject(
  token: AbstractClass,
  name: string,
  optional: boolean,
  text: string | undefined,
): MissingValue {
  if (text !== undefined) {
    const convert = compileType(token).text;
    if (convert === undefined) {
      throw new TypeProblem(
        `its default is a string, which cannot be converted to ${name}`,
        'add a constructor with one parameter, static fromString or static valueOf',
      );
    }
    return () => convert(text);
  }
  if (optional) return () => undefined;
  const detail = token === User ? 'no user is authenticated' : `no provider or filter supplies ${name}`;
  const failure = new Failure([{ code: 'missing', detail, pointer: '' }]);
  return () => failure;
}
