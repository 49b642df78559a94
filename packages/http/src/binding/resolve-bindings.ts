import { isSubclass } from '@writ/diagnostics/internal';
import { isNamedBinding } from '../contract/binding-sources.ts';
import type { AbstractClass } from '../contract/type.ts';
import type { Component } from '../contract/component.ts';
import type { Binding, ContextBinding, NamedBinding, Route } from '../contract/route.ts';
import type { Registries } from '../contract/registry.ts';
import type { BodyHandlerLike, ContextProvider } from '../contract/roles.ts';
import { PARAMETER, ROUTE, scopedLevels, type Scoped } from '../contract/scoped.ts';
import { compileType } from '../types/compile-type.ts';
import { TypeProblem } from '../types/converter.ts';
import type { BindingPlan, BodyPlan, RouteBindings } from './binding-plan.ts';
import { flattenBindings, bindsByName, bindsNames } from './binding-rules.ts';
import { isRequestObject, contextToken } from './extract/extract-context.ts';
import { isBodilessMethod } from './readers/named-body.ts';
import { resolveBodyReaders, resolveTextReader } from './readers/resolve-readers.ts';

/**
 * Creates a function that resolves the components that produce a route's arguments; `variables` are the names of its
 * path variables. A route shares the plans of an earlier route with the same list of bindings, or with equal bindings,
 * if compiling them has the same result for both.
 */
export function bindingsResolver(
  registries: Registries,
): (route: Route, variables: readonly string[]) => RouteBindings {
  const known = new Map<readonly Binding[], RouteBindings>();
  // The routes of a resource often bind equal values, such as an ID in the path. Only the latest list is compared.
  const latest = new Map<unknown, RouteBindings>();
  return (route, variables) => {
    const first = known.get(route.bindings);
    const shared = first ?? latest.get(route.bindings[0]?.type);
    if (shared !== undefined && canShare(shared, route, variables)) {
      const { bindings, body, bodyHandler, validator } = shared;
      return { route, variables, bindings, body, bodyHandler, validator };
    }
    const resolved = resolveBindings(route, variables, registries);
    if (first === undefined) known.set(route.bindings, resolved);
    latest.set(route.bindings[0]?.type, resolved);
    return resolved;
  };
}

/** Whether a route has equal bindings and everything else on which plans depend in common with an earlier route. */
function canShare(
  { route: first, variables: names }: RouteBindings,
  route: Route,
  variables: readonly string[],
): boolean {
  return (
    haveEqualItems(first.bindings, route.bindings) &&
    first.closed === route.closed &&
    first.pathMismatchStatus === route.pathMismatchStatus &&
    first.consumes === route.consumes &&
    isBodilessMethod(first.method) === isBodilessMethod(route.method) &&
    names.length === variables.length &&
    names.every((name, index) => name === variables[index]) &&
    !setsBodyReading(first) &&
    !setsBodyReading(route)
  );
}

function haveEqualItems(some: readonly Binding[], others: readonly Binding[]): boolean {
  if (some === others) return true;
  return some.length === others.length && some.every((each, index) => areEqual(each, others[index]!));
}

/** Whether bindings have the same members. The plan of a body contains its binding, so it is not shared. */
function areEqual(one: Binding, other: Binding): boolean {
  if (one.source === 'body') return one === other;
  // A loop over the names costs less than lists of them.
  for (const name in one) if (one[name as keyof Binding] !== other[name as keyof Binding]) return false;
  for (const name in other) if (!(name in one)) return false;
  return true;
}

/** Whether a scope of the route sets how bodies are read. */
function setsBodyReading({ scopes }: Route): boolean {
  return (
    scopes?.some(({ reader, bodyHandler }) => reader !== undefined || bodyHandler !== undefined) === true
  );
}

function resolveBindings(route: Route, variables: readonly string[], registries: Registries): RouteBindings {
  const bodyHandler = resolveBodyHandler(route, registries);
  return {
    route,
    variables,
    bindings: route.bindings.map((binding) => resolveBinding(binding, registries)),
    body: resolveBody(route, bodyHandler !== undefined, registries),
    bodyHandler,
    validator: registries.validator,
  };
}

function resolveBinding(binding: Binding, registries: Registries): BindingPlan {
  if (binding.source === 'context') return resolveContext(binding, registries);
  if (binding.source === 'bean') {
    const parts = [...binding.parameters, ...binding.fields.map((field) => field.binding)];
    return { binding, parts: parts.map((part) => resolveBinding(part, registries)) };
  }
  if (!isNamedBinding(binding)) return { binding };
  const reader = resolveTextReader(binding, registries);
  return reader === undefined || isFromFile(binding) ? { binding } : { binding, reader };
}

/** Whether the value is a file from a form, to which readers do not apply. */
function isFromFile({ type }: NamedBinding): boolean {
  try {
    return compileType(type).file !== undefined;
  } catch (error) {
    // An invalid type is reported when its conversion is compiled.
    if (error instanceof TypeProblem) return false;
    throw error;
  }
}

/**
 * Resolves the source of a context object: the kernel, a function that was passed to `setContextObject`, the binding's
 * provider or a registered provider, in that order. Otherwise a filter must supply the object.
 */
function resolveContext(binding: ContextBinding, registries: Registries): BindingPlan {
  const token = contextToken(binding);
  if (isRequestObject(token)) return { binding, context: 'request' };
  if (registries.contextObject(token) !== undefined) return { binding, context: 'toolkit' };
  const provider = resolveProvider(binding, token, registries);
  return provider === undefined ? { binding, context: 'filter' } : { binding, context: 'provider', provider };
}

function resolveProvider(
  { provider }: ContextBinding,
  token: AbstractClass,
  { providers }: Registries,
): Scoped<Component<ContextProvider>> | undefined {
  if (provider !== undefined) return { value: provider, scope: PARAMETER };
  return scopedLevels(providers)
    .flat()
    .find(({ value: { types } }) => types?.some((each) => isSubclass(each, token)));
}

function resolveBodyHandler(
  { scopes = [] }: Route,
  registries: Registries,
): Scoped<BodyHandlerLike> | undefined {
  const scope = scopes.findLast((each) => each.bodyHandler !== undefined);
  if (scope !== undefined) return { value: scope.bodyHandler!, scope: scope.name ?? ROUTE };
  const { bodyHandler } = registries;
  return bodyHandler && { value: bodyHandler, scope: 'all routes' };
}

/**
 * Resolves how the body is read; undefined if it is not read before the handler runs. `isSet`: whether a body handler
 * is set for the route. If so, forms are read even if the route binds only context objects.
 */
function resolveBody(route: Route, isSet: boolean, registries: Registries): BodyPlan | undefined {
  const bindings = flattenBindings(route.bindings);
  const body = bindings.find((binding) => binding.source === 'body');
  if (body !== undefined) {
    return { as: 'value', binding: body, ...resolveBodyReaders(body, route, registries) };
  }
  const binds = (searched: Binding['source']): boolean => bindings.some(({ source }) => source === searched);
  if (bindsNames(route)) {
    return {
      as: 'names',
      usesNames: bindsByName(bindings) || binds('form'),
      ignored: isBodilessMethod(route.method),
    };
  }
  if (binds('form')) return { as: 'form' };
  return isSet && binds('context') ? { as: 'files' } : undefined;
}
