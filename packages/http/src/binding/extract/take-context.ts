import { within } from '../../exchange/within.ts';
import { User } from '../../contract/user.ts';
import { RoutingContext } from '../../contract/context.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { HttpRequest } from '../../contract/http-request.ts';
import { HttpResponse } from '../../contract/http-response.ts';
import type { ContextBinding } from '../../contract/route.ts';
import { instanceOf, type Component } from '../../contract/component.ts';
import type { Registries } from '../../contract/registry.ts';
import type { ContextProvider } from '../../contract/roles.ts';
import { isThenable } from '../../internal/thenable.ts';
import { checkOf } from '../validation/check-of.ts';
import { compileType } from '../../types/compile-type.ts';
import { ABSENT, TypeProblem } from '../../types/converter.ts';
import { Failure } from '../../types/failure.ts';
import { PRIMITIVES } from '../../types/primitives.ts';
import { checkedBy } from '../../types/schema-type.ts';
import { checked, orMissing, type Missing, type Take } from './take.ts';
import type { AbstractClass } from '../../contract/type.ts';

const KNOWN: ReadonlyMap<unknown, Take> = new Map<unknown, Take>([
  [HttpRequest, (exchange) => exchange.request],
  [HttpResponse, (exchange) => exchange.response],
  [RoutingContext, (exchange) => exchange],
  [AbortSignal, (exchange) => exchange.signal],
]);

/** How a context comes about, and what to say of it at the start. */
export interface ContextTake {
  readonly take: Take;
  /** Whether it may give a promise. */
  readonly async: boolean;
  /** Nothing that is registered gives it; a filter may, by leaving one in `context.data`. */
  readonly unprovided: boolean;
}

/** The kernel's own, then the binding's provider, then those of the registries, then what filters left, then the default. */
export function takeContext(
  { type, provider: own, default: text, valid }: ContextBinding,
  registries: Registries,
): ContextTake {
  const { providers, validator } = registries;
  const optional = 'kind' in type && type.kind === 'optional';
  const token = (optional ? type.of : type) as AbstractClass;
  if (typeof token !== 'function') throw new TypeProblem(`${String(token)} is no class`);
  const known = KNOWN.get(token) ?? registries.contextObject(token);
  if (known !== undefined) return { take: known, async: false, unprovided: false };
  const name = token.name === '' ? 'class' : token.name;
  const provider = own ?? providers.all().find(({ types }) => types?.some((each) => isA(each, token)));
  const check = checkOf(valid, token, valid === true ? validator : undefined);
  const none = missing(token, name, optional, text);
  const take: Take = (exchange) => {
    const present = token === User && exchange.user !== undefined;
    const value = present ? exchange.user : orLeft(provided(provider, token, exchange), token, exchange);
    const given = orMissing(value, none, exchange);
    return checked(exchange, 'context', name, check === undefined ? given : checkedBy(check, given));
  };
  return {
    take,
    async: provider !== undefined || check !== undefined || text !== undefined,
    unprovided: provider === undefined && token !== User && !optional && text === undefined,
  };
}

/** Who gives a context, for the printed plan; `name` says what does when it is no provider. */
export function providerOf(
  { type, provider: own }: Pick<ContextBinding, 'type' | 'provider'>,
  registries: Registries,
): { readonly name: string; readonly provider?: Component<ContextProvider> } {
  const token = ('kind' in type && type.kind === 'optional' ? type.of : type) as AbstractClass;
  if (KNOWN.has(token) || registries.contextObject(token) !== undefined) return { name: 'built in' };
  const provider =
    own ?? registries.providers.all().find(({ types }) => types?.some((each) => isA(each, token)));
  return provider === undefined ? { name: 'what a filter leaves' } : { name: provider.name, provider };
}

function isA(type: unknown, token: AbstractClass): boolean {
  return type === token || (typeof type === 'function' && type.prototype instanceof token);
}

function provided(
  provider: Component<ContextProvider> | undefined,
  token: AbstractClass,
  exchange: Exchange,
): unknown {
  if (provider === undefined) return ABSENT;
  const given: unknown = instanceOf(provider, exchange).provide(exchange.request);
  if (!isThenable(given)) return objectFrom(provider, token, given);
  return Promise.resolve(within<unknown>(exchange, provider.name, given)).then((value) =>
    objectFrom(provider, token, value),
  );
}

/** Null is absent. An object need not be one of the class, but a text or number is none of it. */
function objectFrom({ name }: { readonly name: string }, token: AbstractClass, value: unknown): unknown {
  if (value === undefined || value === null) return ABSENT;
  if (typeof value === 'object' || typeof value === 'function' || PRIMITIVES.has(token)) return value;
  throw new TypeError(`${name} gave ${typeof value}, which is no ${token.name}`);
}

function orLeft(value: unknown, token: AbstractClass, exchange: Exchange): unknown {
  if (value instanceof Promise) return value.then((inner) => orLeft(inner, token, exchange));
  return value === ABSENT ? left(token, exchange) : value;
}

/** What a filter left: under the class itself, or any object of that class. */
function left(token: AbstractClass, { data }: Exchange): unknown {
  if (data.has(token)) return data.get(token) ?? ABSENT;
  for (const value of data.values()) if (value instanceof token) return value;
  return ABSENT;
}

function missing(token: AbstractClass, name: string, optional: boolean, text: string | undefined): Missing {
  if (text !== undefined) {
    const convert = compileType(token).text;
    if (convert === undefined) {
      throw new TypeProblem(
        `${name} cannot be made from the text of its default`,
        'give the class a constructor of one argument, static fromString or static valueOf',
      );
    }
    return () => convert(text);
  }
  if (optional) return () => undefined;
  const detail = token === User ? 'nobody is authenticated' : `nothing provides ${name}`;
  const failure = new Failure([{ code: 'missing', detail, pointer: '' }]);
  return () => failure;
}
