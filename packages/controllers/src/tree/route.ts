import type { Route, RoutingContext } from '@writ/http';
import { documentationMembers, mapMaybe, type DeclaredResult, type Scope } from '@writ/http/kernel';
import { attachApp, type App } from '../app.ts';
import { mediaTypeOf } from '../result/media-type.ts';
import { createResponder } from '../result/respond.ts';
import { createResultCheck } from '../run/check-result.ts';
import { createHandlerRunner, type RunHandler } from '../run/run-handler.ts';
import { takesSegment, type Parameter, type Signature } from '../signature/signature.ts';
import { compileArguments, type ToHandlerArguments } from './arguments.ts';
import type { MountedClass, MountedHandler } from '../classes/mounted-class.ts';
import { toPatternSegment, variableNames } from '../naming/variable.ts';
import { SOCKET } from '../naming/verbs.ts';
import { passHooks, refuseWith } from '../run/sockets.ts';

/** The members of a route that do not depend on its signature. */
export interface RouteSettings {
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  readonly scopes: readonly Scope[];
}

/** Converts the results of a class whose name has no extension. */
const respondJson = createResponder(undefined);

/** Creates the route of a handler. */
export function toRoute(
  { type, name, extension }: MountedClass,
  segments: readonly string[],
  { verb, file, range }: MountedHandler,
  signature: Signature,
  { tags, deprecated, scopes }: RouteSettings,
  app: App,
  toSocket?: (route: Route) => Route,
): Route {
  const respond = extension === undefined ? respondJson : createResponder(mediaTypeOf(extension));
  const variables = variableNames(segments);
  const { bindings, toHandlerArguments: arrange } = compileArguments(signature, variables);
  const path = [
    ...segments.map(toPatternSegment),
    ...signature.parameters.flatMap((parameter) => patternSegments(parameter, variables)),
  ];
  const { results, untyped, documentation } = signature;
  const method = verb === SOCKET ? 'GET' : verb;
  const text = `/${path.join('/')}`;
  const { line, column } = range.start;
  const origin = { file, line, column, className: name, method: verb };
  const checkResult =
    results && createResultCheck({ method, path: text, origin, handler: { name: verb }, results });
  const runner =
    verb === SOCKET
      ? createHandlerRunner(type, verb, passHooks, undefined, refuseWith(respond))
      : createHandlerRunner(type, verb, respond, checkResult);
  const run = withHandlerArguments(runner, arrange);
  // Optional members are added one after another, because spreading objects costs several times as much.
  const plain: { -readonly [K in keyof Route]: Route[K] } = {
    method,
    path: text,
    origin,
    bindings,
    handler: (context: RoutingContext, ...values: unknown[]): unknown => run(context, values),
    pathMismatchStatus: 404,
    closed: true,
    tags,
    checksResults: true,
  };
  if (scopes.length > 0) plain.scopes = scopes;
  if (results !== undefined) plain.results = results.map((result) => withResponseType(result, extension));
  if (untyped) plain.untyped = untyped;
  if (documentation !== undefined) Object.assign(plain, documentationMembers(documentation));
  if (deprecated) plain.deprecated = deprecated;
  const route = toSocket === undefined ? plain : toSocket(plain);
  attachApp(route, app);
  return route;
}

/**
 * Returns a declared result in the form in which the responder sends it: strings become JSON, unless the class has an
 * extension.
 */
function withResponseType(result: DeclaredResult, extension: string | undefined): DeclaredResult {
  const { form } = result;
  if (form === 'none' || form === 'unknown' || form === 'events') return result;
  if (extension !== undefined) return { ...result, mediaType: mediaTypeOf(extension) };
  return form === 'text' ? { ...result, form: 'json' } : result;
}

function withHandlerArguments(run: RunHandler, arrange: ToHandlerArguments | undefined): RunHandler {
  if (arrange === undefined) return run;
  const runWith = (args: unknown[], context: RoutingContext): unknown => run(context, args);
  return (context, values) => mapMaybe(arrange(context, values), runWith, context);
}

function patternSegments(parameter: Parameter, variables: readonly string[]): readonly string[] {
  const { kind, name, optional } = parameter;
  if (variables.includes(name) || (kind !== 'rest' && !takesSegment(parameter))) return [];
  return [kind === 'rest' ? `{...${name}}` : optional ? `{${name}?}` : `{${name}}`];
}
