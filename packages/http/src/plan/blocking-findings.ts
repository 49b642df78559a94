import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { RoutingContext } from '../contract/context.ts';
import { HttpRequest } from '../contract/http-request.ts';
import { HttpResponse } from '../contract/http-response.ts';
import { flattenPlans } from '../binding/binding-plan.ts';
import { flattenBindings, bindingLabel } from '../binding/binding-rules.ts';
import type { RoutePlan } from './route-plan.ts';
import type { Route } from '../contract/route.ts';
import type { Type } from '../contract/type.ts';
import type { Origin } from '../report/origin.ts';
import { classesOfType } from './route-classes.ts';
import { privateMemberOf } from '../workers/transfer/private-member.ts';
import { routeName, type Finding } from '../report/findings.ts';
import { FileUpload } from '../contract/file-upload.ts';
import type { Blocking } from '../contract/blocking.ts';
import { threadEntry, workerThreads } from '../workers/thread-entry.ts';

/** Classes whose instances belong to the request's thread. */
const REQUEST_BOUND: ReadonlySet<unknown> = new Set([
  HttpRequest,
  HttpResponse,
  RoutingContext,
  FileUpload,
  ReadableStream,
]);

/** Reports the reasons why a blocking route cannot run in a worker thread. */
export function checkBlocking(
  { route, bindings }: Pick<RoutePlan, 'route' | 'bindings'>,
  report: (finding: Finding) => void,
): void {
  const { blocking } = route;
  if (blocking === undefined) return;
  const problem = (message: string, hint: string, origin = route.origin): void =>
    report({ rule: 'blocking', message: `${routeName(route)}: ${message}`, hint, origin });
  const wrong = checkThreadSupport() ?? checkThreadTarget(blocking);
  if (wrong !== undefined) problem(...wrong);
  if (isGenerator(route.handler)) {
    problem('a generator cannot run in a worker thread: its values are not transferred', 'return a list');
  }
  reportPrivateMembers(route, problem, report);
  for (const { binding, context } of flattenPlans(bindings)) {
    if (!('type' in binding)) continue;
    if (!REQUEST_BOUND.has(innermostType(binding.type)) && context !== 'toolkit') continue;
    const message = `${bindingLabel(binding)} cannot be used in a worker thread: it belongs to the request`;
    problem(
      message,
      'bind the values that the handler needs; an AbortSignal is passed on',
      binding.origin ?? route.origin,
    );
  }
}

type Problem = (message: string, hint: string, origin?: Origin) => void;

/** Reports classes with private members, because cloning omits these members and methods fail without them. */
function reportPrivateMembers(route: Route, problem: Problem, report: (finding: Finding) => void): void {
  const publish = (member: string): string => `make ${member} public, or use plain data`;
  const check = (what: string, type: Type | undefined, origin: Origin | undefined): void => {
    const [name, member] = type === undefined ? [] : (findPrivateMember(classesOfType(type)) ?? []);
    if (member === undefined) return;
    problem(
      `${what} cannot be transferred to a worker thread: ${name} has ${member}`,
      publish(member),
      origin,
    );
  };
  for (const binding of flattenBindings(route.bindings)) {
    if (!('type' in binding) || binding.source === 'context') continue;
    check(bindingLabel(binding), binding.type, binding.origin ?? route.origin);
  }
  check('its result', route.returns, route.origin);
  for (const handler of (route.scopes ?? []).flatMap(({ handlers = [] }) => handlers)) {
    const [name, member] = findPrivateMember(handler.types ?? []) ?? [];
    if (member === undefined) continue;
    report({
      rule: 'blocking',
      severity: 'warning',
      message: `${routeName(route)}: ${handler.name} never receives a ${name} from a worker thread: it has ${member}, so it arrives as its base class`,
      hint: publish(member),
      origin: route.origin,
    });
  }
}

function findPrivateMember(types: readonly Function[]): readonly [name: string, member: string] | undefined {
  for (const type of types) {
    for (let at: unknown = type; typeof at === 'function'; at = Object.getPrototypeOf(at)) {
      const member = privateMemberOf(at);
      if (member !== undefined) return [type.name, member];
    }
  }
  return undefined;
}

function isGenerator(handler: Function): boolean {
  return /Generator/.test(Object.prototype.toString.call(handler));
}

function checkThreadSupport(): readonly [string, string] | undefined {
  if (workerThreads() === undefined) {
    return ['this runtime has no worker threads', 'remove `blocking`, or serve the route on Node.js'];
  }
  if (threadEntry() !== undefined) return undefined;
  return [
    'a worker thread needs a file of @writ/http, which the bundle does not contain',
    'mark @writ/http as external in the bundler, and install it where the bundle runs',
  ];
}

function checkThreadTarget({ module, name }: Blocking): readonly [string, string] | undefined {
  const hint = 'write import.meta.url in the module that exports the handler';
  const shown = JSON.stringify(module);
  if (!URL.canParse(module)) return [`${shown} is not the URL of a module`, hint];
  if (module.startsWith('file:') && !existsSync(fileURLToPath(module))) {
    return [`the module ${shown} does not exist`, hint];
  }
  if (typeof name !== 'string' || name === '') {
    return ['the name of its export is empty', 'give the class a name and export it'];
  }
  return undefined;
}

function innermostType(type: unknown): unknown {
  const { of } = Object(type) as { readonly of?: unknown };
  return typeof type === 'object' && type !== null && of !== undefined ? innermostType(of) : type;
}
