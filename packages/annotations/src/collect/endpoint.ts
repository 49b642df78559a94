import { defined } from '@writ/diagnostics/internal';
import type { Route } from '@writ/http';
import type { Origin, Scope } from '@writ/http/kernel';
import { componentFindings } from '../components/component-findings.ts';
import type { Finding } from '../findings/finding.ts';
import { injectedRoutes } from './injected-routes.ts';
import type { Injector } from '../injection/injector.ts';
import { within } from '../recording/origin.ts';
import { lineage, recordOf } from '../recording/records.ts';
import { construct, propertyOf, type Class } from '../recording/reflection.ts';
import { argumentsOf } from './arguments.ts';
import { blockingOf } from './blocking.ts';
import { checkClass, checkNotes, unreachable, withoutVerb } from './endpoint-findings.ts';
import { unchecked, writerFindings } from './compatibility.ts';
import { inheritedRule } from './inherited-rule.ts';
import { mediaOf } from './media.ts';
import { componentsIn } from './components-in.ts';
import {
  classNameOf,
  methodsOf,
  nearest,
  unreachableMembers,
  type Levels,
  type Method,
} from '../reading/method.ts';
import { pathOf } from '../reading/path.ts';
import { scopesOf } from './scopes-of.ts';

/** What a class declares: routes as `route({...})` makes them, and what is wrong with the rest. */
export interface Endpoint {
  readonly routes: readonly Route[];
  readonly findings: readonly Finding[];
}

/** `origin` is where the class is registered, for findings that no annotation of it can locate. */
export function endpointOf(type: Class, instance: object, origin: Origin, injector?: Injector): Endpoint {
  const findings: Finding[] = [];
  const scope = lineage(type).map((at) => recordOf(at).notes);
  checkClass(type, scope, findings);
  findings.push(...unreachableMembers(type).map((member) => unreachable(type, member)));
  const make = injector?.asks(type) ? () => injector.fresh(type) : () => construct(type);
  const declared = methodsOf(type).flatMap(
    (method) => routeOf(method, type, { instance, make }, scope, findings) ?? [],
  );
  const routes = injector === undefined ? declared : injectedRoutes(declared, injector);
  const wrong = new Set<unknown>();
  for (const component of componentsIn(routes)) {
    const found = componentFindings(component);
    if (found.length > 0) wrong.add(component);
    findings.push(...found);
  }
  if (routes.length === 0 && findings.length === 0) {
    findings.push({
      rule: 'no-routes',
      origin: scope.flat()[0]?.origin ?? origin,
      message: () => `${classNameOf(type)} has no routes`,
      hint: () => `put a verb on a method, such as @GET('/')`,
    });
  }
  return { routes: wrong.size === 0 ? routes : routes.map((each) => withoutEvents(each, wrong)), findings };
}

/** The one object of the class, and how others are made where each request has its own. */
interface Objects {
  readonly instance: object;
  readonly make: () => object;
}

function routeOf(
  method: Method,
  type: Class,
  objects: Objects,
  scope: Levels,
  findings: Finding[],
): Route | undefined {
  const verb = nearest(method.levels, 'verb');
  const before = findings.length;
  for (const notes of method.levels) checkNotes(method.label, notes, findings);
  if (verb === undefined) {
    const [note] = method.levels.flat();
    if (note !== undefined) findings.push(withoutVerb(method, note));
    return undefined;
  }
  const path = pathOf(method, scope);
  if (path === undefined) {
    findings.push({
      rule: 'no-path',
      origin: verb.origin,
      message: () => `${method.label} has no path, and neither has its class`,
      hint: () => `write it in the verb: @${verb.method}('/')`,
    });
  }
  const bindings = argumentsOf(method, verb, scope, findings);
  if (path === undefined || findings.length > before) return undefined;
  const levels = [...method.levels, ...scope];
  const consumes = mediaOf(levels, 'consumes');
  const produces = mediaOf(levels, 'produces');
  const order = nearest(method.levels, 'order');
  const valid = nearest(method.levels, 'valid');
  const blocking = blockingOf(method, type, scope, findings);
  const scopes = scopesOf(method, type, scope);
  const route: Route = {
    method: verb.method,
    path,
    bindings,
    handler: handlerOf(method, objects, scope),
    ...defined({ consumes, produces, order: order?.order, valid: valid?.valid, blocking }),
    ...(scopes.length === 0 ? {} : { scopes }),
    origin: within(verb.origin, method.declared),
  };
  findings.push(...writerFindings(method, type, route), ...inheritedRule(method, type));
  return unchecked(type, route);
}

function handlerOf({ name, label }: Method, { instance, make }: Objects, scope: Levels): Route['handler'] {
  const method = propertyOf(instance, name);
  if (typeof method !== 'function') throw new TypeError(`${label} is not a method of the object`);
  if (nearest(scope, 'noCache') === undefined) return method.bind(instance);
  const anew = (...args: unknown[]): unknown => method.apply(make(), args);
  return Object.defineProperty(anew, 'name', { value: String(name) });
}

/** The kernel looks at events for itself; what is wrong with these has been told. */
function withoutEvents(route: Route, wrong: ReadonlySet<unknown>): Route {
  const { scopes = [] } = route;
  const left = scopes.map(({ events = [], ...scope }): Scope => {
    return { ...scope, events: events.filter(({ event }) => !wrong.has(event)) };
  });
  return { ...route, scopes: left };
}
