import { defined } from '@writ/diagnostics/internal';
import type { Route } from '@writ/http';
import {
  documentationMembers,
  type Binding,
  type HandlerDocumentation,
  type Origin,
  type Registries,
  type Scope,
} from '@writ/http/kernel';
import { checkComponent } from '../components/component-findings.ts';
import type { Finding } from '../findings/finding.ts';
import { injectRoutes } from './injected-routes.ts';
import type { Injector } from '../injection/injector.ts';
import { withDeclaringClass } from '../recording/origin.ts';
import { lineage, classRecordOf } from '../recording/records.ts';
import { construct, propertyOf, type Class } from '../recording/reflection.ts';
import { resolveBindings } from './bindings.ts';
import { resolveBlocking } from './blocking.ts';
import {
  checkAnnotations,
  checkClass,
  hookOutsideWebSocket,
  missingVerb,
  unreachableMember,
} from './endpoint-findings.ts';
import { withoutSuppressedTypes, checkWriter } from './compatibility.ts';
import { checkInheritedRule } from './inherited-rule.ts';
import { mediaTypesOf } from './media-types.ts';
import { collectComponents } from './route-components.ts';
import {
  classNameOf,
  methodsOf,
  nearestAnnotation,
  unreachableMembers,
  type AnnotationLevels,
  type Method,
} from '../reading/method.ts';
import { withVerbs } from '../reading/hooks.ts';
import { routePathOf } from '../reading/path.ts';
import { resolveScopes } from './route-scopes.ts';
import { resolveWebSocketRoutes } from './web-socket-routes.ts';

/** The routes of a class, in the form that `route({...})` returns, and the findings about the class. */
export interface Endpoint {
  readonly routes: readonly Route[];
  readonly methods: readonly Method[];
  readonly findings: readonly Finding[];
}

/** How a class was registered. */
interface Registration {
  /** Whether an instance was registered, which then serves all connections of a WebSocket class. */
  readonly isInstance?: boolean;
  readonly registries?: Pick<Registries, 'validator'>;
}

/**
 * Resolves the routes of a class. `origin` is the location of the registration, for findings that cannot be located at
 * an annotation.
 */
export function resolveEndpoint(
  type: Class,
  instance: object,
  origin: Origin,
  injector?: Injector,
  { isInstance = false, registries }: Registration = {},
): Endpoint {
  const findings: Finding[] = [];
  const scope = lineage(type).map((at) => classRecordOf(at).annotations);
  const isWebSocket = nearestAnnotation(scope, 'webSocket') !== undefined;
  checkClass(type, scope, findings);
  findings.push(...unreachableMembers(type).map((member) => unreachableMember(type, member)));
  const make = injector?.isInjectable(type) ? () => injector.create(type) : () => construct(type);
  const methods = methodsOf(type);
  const declared = isWebSocket
    ? resolveWebSocketRoutes(
        { type, methods, scope, make: isInstance ? () => instance : make, registries },
        findings,
      )
    : methods.flatMap((method) => resolveRoute(method, type, { instance, make }, scope, findings) ?? []);
  const routes = injector === undefined ? declared : injectRoutes(declared, injector);
  const wrong = new Set<unknown>();
  for (const component of collectComponents(routes)) {
    const found = checkComponent(component);
    if (found.length > 0) wrong.add(component);
    findings.push(...found);
  }
  if (routes.length === 0 && findings.length === 0) {
    findings.push({
      rule: 'no-routes',
      origin: scope.flat()[0]?.origin ?? origin,
      message: () => `${classNameOf(type)} has no routes`,
      hint: () => `add a verb to a method, such as @GET('/')`,
    });
  }
  return {
    routes: wrong.size === 0 ? routes : routes.map((each) => withoutInvalidEvents(each, wrong)),
    methods: isWebSocket ? methods.map(withVerbs) : methods,
    findings,
  };
}

/** The shared instance of the class, and the function that creates each instance of a class with `@NoCache`. */
interface EndpointObjects {
  readonly instance: object;
  readonly make: () => object;
}

function resolveRoute(
  method: Method,
  type: Class,
  objects: EndpointObjects,
  scope: AnnotationLevels,
  findings: Finding[],
): Route | undefined {
  const verb = nearestAnnotation(method.levels, 'verb');
  const hook = nearestAnnotation(method.levels, 'hook');
  const before = findings.length;
  for (const annotations of method.levels) checkAnnotations(method.label, annotations, findings);
  if (hook !== undefined) {
    findings.push(hookOutsideWebSocket(method, type, hook));
    return undefined;
  }
  if (verb === undefined) {
    const [annotation] = method.levels.flat();
    if (annotation !== undefined) findings.push(missingVerb(method, annotation));
    return undefined;
  }
  const path = routePathOf(method, scope);
  if (path === undefined) {
    findings.push({
      rule: 'no-path',
      origin: verb.origin,
      message: () => `neither ${method.label} nor its class has a path`,
      hint: () => `write one in the verb: @${verb.method}('/')`,
    });
  }
  const bindings = resolveBindings(method, verb, scope, findings);
  if (path === undefined || findings.length > before) return undefined;
  const levels = [...method.levels, ...scope];
  const consumes = mediaTypesOf(levels, 'consumes');
  const produces = mediaTypesOf(levels, 'produces');
  const order = nearestAnnotation(method.levels, 'order')?.order;
  const valid = nearestAnnotation(method.levels, 'valid')?.valid;
  const blocking = resolveBlocking(method, type, scope, findings);
  const scopes = resolveScopes(method, type, scope);
  const results = method.results();
  const documentation = method.documentation();
  const route: MutableRoute = {
    method: verb.method,
    path,
    bindings: documentation === undefined ? bindings : describeBindings(bindings, documentation),
    handler: createHandler(method, objects, scope),
    origin: withDeclaringClass(verb.origin, method.declared),
  };
  // Conditional spreads would cost several times as much.
  if (consumes !== undefined) route.consumes = consumes;
  if (produces !== undefined) route.produces = produces;
  if (order !== undefined) route.order = order;
  if (valid !== undefined) route.valid = valid;
  if (blocking !== undefined) route.blocking = blocking;
  if (results !== undefined) route.results = results;
  if (documentation !== undefined) Object.assign(route, documentationMembers(documentation));
  if (scopes.length > 0) route.scopes = scopes;
  findings.push(...checkWriter(method, type, route), ...checkInheritedRule(method, type));
  return withoutSuppressedTypes(type, route);
}

type MutableRoute = { -readonly [K in keyof Route]: Route[K] };

/** Returns the bindings with the descriptions of their parameters. */
function describeBindings(
  bindings: readonly Binding[],
  { parameters }: HandlerDocumentation,
): readonly Binding[] {
  return bindings.map((binding, index) => {
    const description = binding.description ?? parameters?.[index] ?? undefined;
    return { ...binding, ...defined({ description }) };
  });
}

function createHandler(
  { name, label }: Method,
  { instance, make }: EndpointObjects,
  scope: AnnotationLevels,
): Route['handler'] {
  const method = propertyOf(instance, name);
  if (typeof method !== 'function') throw new TypeError(`${label} is not a method of the object`);
  if (nearestAnnotation(scope, 'noCache') === undefined) return method.bind(instance);
  const handler = (...args: unknown[]): unknown => method.apply(make(), args);
  return Object.defineProperty(handler, 'name', { value: String(name) });
}

/** Removes event listeners that have been reported, because the kernel would report them again. */
function withoutInvalidEvents(route: Route, wrong: ReadonlySet<unknown>): Route {
  const { scopes = [] } = route;
  const remaining = scopes.map(({ events = [], ...scope }): Scope => {
    return { ...scope, events: events.filter(({ event }) => !wrong.has(event)) };
  });
  return { ...route, scopes: remaining };
}
