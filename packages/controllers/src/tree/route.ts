import { defined } from '@writ/diagnostics/internal';
import { RoutingContext, type Route } from '@writ/http';
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

/** Creates the route of a handler. */
export function toRoute(
  { type, name, extension, tags, deprecated }: MountedClass & Pick<Route, 'tags' | 'deprecated'>,
  segments: readonly string[],
  { verb, file, range }: MountedHandler,
  signature: Signature,
  scopes: readonly Scope[],
  app: App,
  toSocket?: (route: Route) => Route,
): Route {
  const respond = createResponder(extension === undefined ? undefined : mediaTypeOf(extension));
  const variables = variableNames(segments);
  const { bindings, toHandlerArguments: arrange } = compileArguments(signature, variables);
  const path = [
    ...segments.map(toPatternSegment),
    ...signature.parameters.flatMap((parameter) => patternSegments(parameter, variables)),
  ];
  const named = {
    method: verb === SOCKET ? 'GET' : verb,
    path: `/${path.join('/')}`,
    origin: {
      file,
      line: range.start.line,
      column: range.start.column,
      className: name,
      method: verb,
    },
  };
  const checkResult = createResultCheck({
    ...named,
    handler: { name: verb },
    ...defined({ results: signature.results }),
  });
  const runner =
    verb === SOCKET
      ? createHandlerRunner(type, verb, passHooks, undefined, refuseWith(respond))
      : createHandlerRunner(type, verb, respond, checkResult);
  const run = withHandlerArguments(runner, arrange);
  const plain: Route = {
    ...named,
    bindings: [{ source: 'context', type: RoutingContext }, ...bindings],
    handler: (context: RoutingContext, ...values: unknown[]): unknown => run(context, values),
    ...(scopes.length > 0 && { scopes }),
    pathMismatchStatus: 404,
    closed: true,
    ...defined({
      results: signature.results?.map((result) => withResponseType(result, extension)),
    }),
    ...(signature.untyped && { untyped: true }),
    ...(tags && { tags }),
    ...(signature.documentation && documentationMembers(signature.documentation)),
    ...(deprecated && { deprecated }),
    checksResults: true,
  };
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
