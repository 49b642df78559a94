import type { Access, Component, Origin, Route, Scope } from '@writ/http';
import { componentFindings } from '../components/component-findings.ts';
import { sentHeaders } from '../components/header-text.ts';
import type { Finding } from '../findings/finding.ts';
import { injectedRoutes } from '../injection/injected-routes.ts';
import type { Injector } from '../injection/injector.ts';
import { within } from '../origin.ts';
import { lineage, recordOf, type Class, type Note } from '../records.ts';
import { argumentsOf } from './arguments.ts';
import { blockingOf } from './blocking.ts';
import { checkClass, checkNotes, unreachable, withoutVerb } from './endpoint-findings.ts';
import { unchecked, writerFindings } from './compatibility.ts';
import { mediaOf } from './media.ts';
import { all, classNameOf, methodsOf, nearest, unreachableMembers, type Method } from './method.ts';
import { pathOf } from './path.ts';

/** What a class declares: routes as `route({...})` makes them, and what is wrong with the rest. */
export interface Endpoint {
  readonly routes: readonly Route[];
  readonly findings: readonly Finding[];
}

/** What a class and its base classes say about all of its methods, the nearest first. */
export type Levels = readonly (readonly Note[])[];

/** `origin` is where the class is registered, for findings that no annotation of it can locate. */
export function endpointOf(type: Class, instance: object, origin: Origin, injector?: Injector): Endpoint {
  const findings: Finding[] = [];
  const scope = lineage(type).map((at) => recordOf(at).notes);
  checkClass(type, scope, findings);
  findings.push(...unreachableMembers(type).map((member) => unreachable(type, member)));
  const make = injector?.asks(type)
    ? () => injector.fresh(type)
    : () => Reflect.construct(type, []) as object;
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
    ...(consumes === undefined ? {} : { consumes }),
    ...(produces === undefined ? {} : { produces }),
    ...(order === undefined ? {} : { order: order.order }),
    ...(valid === undefined ? {} : { valid: valid.valid }),
    ...(blocking === undefined ? {} : { blocking }),
    ...(scopes.length === 0 ? {} : { scopes }),
    origin: within(verb.origin, method.declared),
  };
  findings.push(...writerFindings(method, type, route));
  return unchecked(type, route);
}

function handlerOf({ name }: Method, { instance, make }: Objects, scope: Levels): Route['handler'] {
  const method = (instance as Record<string | symbol, Route['handler']>)[name]!;
  if (nearest(scope, 'noCache') === undefined) return method.bind(instance);
  const anew = (...args: unknown[]): unknown => method.apply(make(), args);
  return Object.defineProperty(anew, 'name', { value: String(name) });
}

/** Those that say something; the method's own also where its class says who may call, for it says nothing of that. */
function scopesOf(method: Method, type: Class, scope: Levels): readonly Scope[] {
  const ofClass = scopeOf(`class ${classNameOf(type)}`, scope, scope[0]!);
  const ofMethod = scopeOf(method.label, method.levels, method.own);
  const saysMore = (each: Scope): boolean => Object.keys(each).length > 1;
  return [ofClass, ofMethod].filter(
    (each) => saysMore(each) || (each === ofMethod && ofClass.access !== undefined),
  );
}

/**
 * What is set for all methods of the class, or for one; of each thing what the nearest class says of it. Events are not
 * inherited: they are those of `own`.
 */
function scopeOf(name: string, levels: Levels, own: readonly Note[]): Scope {
  // The filters of base classes stand around those of the class.
  const filters = levels.toReversed().flatMap((notes) => all(notes, 'use').flatMap((note) => note.filters));
  const headers = levels
    .toReversed()
    .flatMap((notes) => sentHeaders(all(notes, 'headers').flatMap(({ texts }) => texts)));
  const reader = nearest(levels, 'reader')?.reader;
  const writer = nearest(levels, 'writer')?.writer;
  const handlers = nearest(levels, 'catch')?.handlers;
  const access = accessOf(levels);
  const events = all(own, 'events').flatMap((note) => note.events);
  return {
    name,
    ...(filters.length === 0 ? {} : { filters }),
    ...(reader === undefined ? {} : { reader }),
    ...(writer === undefined ? {} : { writer }),
    ...(handlers === undefined ? {} : { handlers }),
    ...(headers.length === 0 ? {} : { headers }),
    ...(access === undefined ? {} : { access }),
    ...(events.length === 0 ? {} : { events }),
  };
}

/** The kernel looks at events for itself; what is wrong with these has been told. */
function withoutEvents(route: Route, wrong: ReadonlySet<unknown>): Route {
  const { scopes = [] } = route;
  const left = scopes.map(({ events = [], ...scope }): Scope => {
    return { ...scope, events: events.filter(({ event }) => !wrong.has(event)) };
  });
  return { ...route, scopes: left };
}

function accessOf(levels: Levels): Access | undefined {
  const authenticate = nearest(levels, 'authenticate')?.provider;
  const authorize = nearest(levels, 'authorize')?.provider;
  const rule = nearest(levels, 'rule')?.rule;
  const access: Access = {
    ...(authenticate === undefined ? {} : { authenticate }),
    ...(authorize === undefined ? {} : { authorize }),
    ...(rule === undefined ? {} : { rule }),
  };
  return Object.keys(access).length === 0 ? undefined : access;
}

/** Each once, though a class names it for all of its routes. */
export function componentsIn(routes: readonly Route[]): readonly Component<any>[] {
  const found = routes.flatMap(({ bindings, scopes = [] }) => [
    ...bindings.flatMap((binding): (Component<any> | undefined)[] => [
      'reader' in binding ? binding.reader : undefined,
      'provider' in binding ? binding.provider : undefined,
    ]),
    ...scopes.flatMap(({ reader, writer, handlers = [], access, events = [] }) => [
      reader,
      writer,
      ...handlers,
      access?.authenticate,
      access?.authorize,
      ...events.map(({ event }) => event),
    ]),
  ]);
  return [...new Set(found)].filter((each) => each !== undefined);
}
