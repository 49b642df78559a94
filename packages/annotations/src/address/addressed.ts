import type { Route } from '@writ/http';
import type { Origin } from '@writ/http/kernel';
import { argumentsOf } from '../collect/arguments.ts';
import { classNameOf, methodsOf, nearest } from '../reading/method.ts';
import { pathOf } from '../reading/path.ts';
import type { Finding } from '../findings/finding.ts';
import { within } from '../recording/origin.ts';
import { lineage, recordOf } from '../recording/records.ts';
import type { Class } from '../recording/reflection.ts';

const known = new WeakMap<Class, Map<string | symbol, Route>>();

/**
 * What of a method stands in its address: no object of the class is made, nor of what it names. The class need not be
 * registered.
 *
 * @throws TypeError for a method that is no route, or whose annotations are wrong.
 */
export function addressed(type: Class, name: string | symbol): Route {
  let routes = known.get(type);
  if (routes === undefined) known.set(type, (routes = new Map()));
  let route = routes.get(name);
  if (route === undefined) routes.set(name, (route = routeOf(type, name)));
  return route;
}

function routeOf(type: Class, name: string | symbol): Route {
  const methods = methodsOf(type);
  const method = methods.find((each) => each.name === name);
  const verb = method && nearest(method.levels, 'verb');
  const scope = lineage(type).map((at) => recordOf(at).notes);
  const path = method && pathOf(method, scope);
  if (method === undefined || verb === undefined || path === undefined) {
    const routes = methods.filter(({ levels }) => nearest(levels, 'verb') !== undefined);
    const names = routes.map((each) => String(each.name)).join(', ');
    throw new TypeError(
      `${classNameOf(type)}.${String(name)} is no route (routes of ${classNameOf(type)}: ${names || 'none'})`,
    );
  }
  const findings: Finding[] = [];
  const bindings = argumentsOf(method, verb, scope, findings);
  const [finding] = findings;
  if (finding !== undefined) throw new TypeError(told(finding));
  const origin: Origin = within(verb.origin, method.declared);
  return { method: verb.method, path, bindings, handler: () => undefined, origin };
}

function told({ message, hint, parameter }: Finding): string {
  const place = parameter === undefined ? '' : `parameter ${parameter + 1}`;
  return `${message(place)}: ${hint('')}`;
}
