import type { Route } from '@writ/http';
import type { Binding, Origin } from '@writ/http/kernel';
import { resolveBindings } from '../collect/bindings.ts';
import {
  classNameOf,
  methodsOf,
  nearestAnnotation,
  type AnnotationLevels,
  type Method,
} from '../reading/method.ts';
import { toVerb, withVerbs } from '../reading/hooks.ts';
import { routePathOf, webSocketPathOf } from '../reading/path.ts';
import type { Finding } from '../findings/finding.ts';
import { withDeclaringClass } from '../recording/origin.ts';
import { lineage, classRecordOf, type AnnotationRecordOf } from '../recording/records.ts';
import type { Class } from '../recording/reflection.ts';

const routesByClass = new WeakMap<Class, Map<string | symbol, Route>>();

/**
 * Returns the parts of a method's route that form its address; for a hook, those of the WebSocket route. The class need not be registered; neither it nor its
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
  const scope = lineage(type).map((at) => classRecordOf(at).annotations);
  const route =
    method && (createMethodRoute(method, scope) ?? createSocketRoute(type, method, methods, scope));
  if (route !== undefined) return route;
  const routes = methods.filter(({ levels }) =>
    (['verb', 'hook'] as const).some((kind) => nearestAnnotation(levels, kind) !== undefined),
  );
  const names = routes.map((each) => String(each.name)).join(', ');
  throw new TypeError(
    `${classNameOf(type)}.${String(name)} is not a route (routes of ${classNameOf(type)}: ${names || 'none'})`,
  );
}

function createMethodRoute(method: Method, scope: AnnotationLevels): Route | undefined {
  const verb = nearestAnnotation(method.levels, 'verb');
  const path = routePathOf(method, scope);
  if (verb === undefined || path === undefined) return undefined;
  const bindings = bindingsOf(method, verb, scope);
  const origin: Origin = withDeclaringClass(verb.origin, method.declared);
  return { method: verb.method, path, bindings, handler: () => undefined, origin };
}

/** Returns the route of a class with `@WebSocket` for each of its hooks. All of their parameters belong to the route. */
function createSocketRoute(
  type: Class,
  method: Method,
  methods: readonly Method[],
  scope: AnnotationLevels,
): Route | undefined {
  const annotation = nearestAnnotation(scope, 'webSocket');
  const path = webSocketPathOf(scope);
  const isHook = nearestAnnotation(method.levels, 'hook') !== undefined;
  if (annotation === undefined || path === undefined || !isHook) return undefined;
  const bindings = methods.flatMap((each) => {
    const hook = nearestAnnotation(each.levels, 'hook');
    return hook === undefined ? [] : bindingsOf(withVerbs(each), toVerb(hook), scope);
  });
  const origin: Origin = { ...annotation.origin, className: classNameOf(type), method: 'WebSocket' };
  return { method: 'GET', path, bindings, handler: () => undefined, origin };
}

function bindingsOf(
  method: Method,
  verb: AnnotationRecordOf<'verb'>,
  scope: AnnotationLevels,
): readonly Binding[] {
  const findings: Finding[] = [];
  const bindings = resolveBindings(method, verb, scope, findings);
  const [finding] = findings;
  if (finding !== undefined) throw new TypeError(formatFinding(finding));
  return bindings;
}

function formatFinding({ message, hint, parameter }: Finding): string {
  const place = parameter === undefined ? '' : `parameter ${parameter + 1}`;
  return `${message(place)}: ${hint('')}`;
}
