import { defined } from '@writ/diagnostics/internal';
import { RoutingContext, type Filter, type Route } from '@writ/http';
import { documentationMembers, mapMaybe, type DeclaredResult } from '@writ/http/kernel';
import { attachApp, type App } from '../app.ts';
import { mediaTypeOf } from '../result/media-type.ts';
import { createResponder } from '../result/respond.ts';
import { createHandlerRunner, type RunHandler } from '../run/run-handler.ts';
import { takesSegment, type Parameter, type Signature } from '../signature/signature.ts';
import { compileArguments, type ToHandlerArguments } from './arguments.ts';
import type { MountedClass, MountedHandler } from '../classes/mounted-class.ts';
import { variableName, variableNames } from '../naming/variable.ts';

/** Creates the route of a handler. */
export function toRoute(
  { type, name, extension, tags }: MountedClass & Pick<Route, 'tags'>,
  segments: readonly string[],
  { verb, file, range }: MountedHandler,
  signature: Signature,
  filters: readonly Filter[],
  app: App,
): Route {
  const respond = createResponder(extension === undefined ? undefined : mediaTypeOf(extension));
  const variables = variableNames(segments);
  const { bindings, toHandlerArguments: arrange } = compileArguments(signature, variables);
  const run = withHandlerArguments(createHandlerRunner(type, verb, respond), arrange);
  const ofClass = segments.map((segment) =>
    variableName(segment) === undefined ? segment : `{${variableName(segment)}}`,
  );
  const path = [
    ...ofClass,
    ...signature.parameters.flatMap((parameter) => patternSegments(parameter, variables)),
  ];
  const route: Route = {
    method: verb,
    path: `/${path.join('/')}`,
    bindings: [{ source: 'context', type: RoutingContext }, ...bindings],
    handler: (context: RoutingContext, ...values: unknown[]): unknown => run(context, values),
    ...(filters.length === 0
      ? {}
      : { scopes: [{ name: `class ${name}`, path: `/${ofClass.join('/')}`, filters }] }),
    pathMismatchStatus: 404,
    closed: true,
    ...defined({
      results: signature.results?.map((result) => withResponseType(result, extension)),
    }),
    ...(signature.untyped && { untyped: true }),
    ...(tags && { tags }),
    ...(signature.documentation && documentationMembers(signature.documentation)),
    origin: {
      file,
      line: range.start.line,
      column: range.start.column,
      className: name,
      method: verb,
    },
  };
  attachApp(route, app);
  return route;
}

/** The form in which the responder sends a declared result: strings become JSON, unless the class has an extension. */
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
