import type { Route } from '@writ/http';
import type { Origin } from '@writ/http/kernel';
import { resolveBindings } from '../collect/bindings.ts';
import { classNameOf, methodsOf, nearestAnnotation } from '../reading/method.ts';
import { routePathOf } from '../reading/path.ts';
import type { Finding } from '../findings/finding.ts';
import { withDeclaringClass } from '../recording/origin.ts';
import { lineage, classRecordOf } from '../recording/records.ts';
import type { Class } from '../recording/reflection.ts';

const routesByClass = new WeakMap<Class, Map<string | symbol, Route>>();

/**
 * Returns the parts of a method's route that form its address. The class need not be registered; neither it nor its
 * components are instantiated.
 *
 * @throws TypeError if the method is not a route or the binding of one of its parameters is invalid
 */
export function resolveAddressRoute(type: Class, name: string | symbol): Route {
  let routes = routesByClass.get(type);
  if (routes === undefined) routesByClass.set(type, (routes = new Map()));
  let route = routes.get(name);
  if (route === undefined) routes.set(name, (route = createAddressRoute(type, name)));
  return route;
}

function createAddressRoute(type: Class, name: string | symbol): Route {
  const methods = methodsOf(type);
  const method = methods.find((each) => each.name === name);
  const verb = method && nearestAnnotation(method.levels, 'verb');
  const scope = lineage(type).map((at) => classRecordOf(at).annotations);
  const path = method && routePathOf(method, scope);
  if (method === undefined || verb === undefined || path === undefined) {
    const routes = methods.filter(({ levels }) => nearestAnnotation(levels, 'verb') !== undefined);
    const names = routes.map((each) => String(each.name)).join(', ');
    throw new TypeError(
      `${classNameOf(type)}.${String(name)} is not a route (routes of ${classNameOf(type)}: ${names || 'none'})`,
    );
  }
  const findings: Finding[] = [];
  const bindings = resolveBindings(method, verb, scope, findings);
  const [finding] = findings;
  if (finding !== undefined) throw new TypeError(formatFinding(finding));
  const origin: Origin = withDeclaringClass(verb.origin, method.declared);
  return { method: verb.method, path, bindings, handler: () => undefined, origin };
}

function formatFinding({ message, hint, parameter }: Finding): string {
  const place = parameter === undefined ? '' : `parameter ${parameter + 1}`;
  return `${message(place)}: ${hint('')}`;
}
