import { defined } from '@writ/diagnostics/internal';
import { RoutingContext, type Filter, type Route } from '@writ/http';
import { mapMaybe } from '@writ/http/kernel';
import { attachApp, type App } from '../app.ts';
import { mediaTypeOf } from '../result/media-type.ts';
import { responder } from '../result/respond.ts';
import { handlerRunner, type RunHandler } from '../run/run-handler.ts';
import { takesBit, type Parameter, type Signature } from '../signature/signature.ts';
import { argumentsOf, type Arrange } from './arguments.ts';
import type { PlacedClass, PlacedHandler } from '../classes/placed-class.ts';
import { variableIn, variablesIn } from '../naming/variable.ts';

/** What the kernel runs for a handler: plain data, like every route. */
export function toRoute(
  { type, name, extension, tags }: PlacedClass & Pick<Route, 'tags'>,
  bits: readonly string[],
  { verb, file, range }: PlacedHandler,
  signature: Signature,
  filters: readonly Filter[],
  app: App,
): Route {
  const respond = responder(extension === undefined ? undefined : mediaTypeOf(extension));
  const variables = variablesIn(bits);
  const { bindings, arrange } = argumentsOf(signature, variables);
  const run = arranged(handlerRunner(type, verb, respond), arrange);
  const ofClass = bits.map((bit) => (variableIn(bit) === undefined ? bit : `{${variableIn(bit)}}`));
  const path = [...ofClass, ...signature.parameters.flatMap((parameter) => pathPart(parameter, variables))];
  const route: Route = {
    method: verb,
    path: `/${path.join('/')}`,
    bindings: [{ source: 'context', type: RoutingContext }, ...bindings],
    handler: (context: RoutingContext, ...values: unknown[]): unknown => run(context, values),
    ...(filters.length === 0
      ? {}
      : { scopes: [{ name: `class ${name}`, path: `/${ofClass.join('/')}`, filters }] }),
    unfitPath: 404,
    closed: true,
    ...defined({ description: signature.description }),
    ...(signature.untyped && { untyped: true }),
    ...(tags && { tags }),
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

function arranged(run: RunHandler, arrange: Arrange | undefined): RunHandler {
  if (arrange === undefined) return run;
  const runWith = (args: unknown[], context: RoutingContext): unknown => run(context, args);
  return (context, values) => mapMaybe(arrange(context, values), runWith, context);
}

function pathPart(parameter: Parameter, variables: readonly string[]): readonly string[] {
  const { kind, name, optional } = parameter;
  if (variables.includes(name) || (kind !== 'rest' && !takesBit(parameter))) return [];
  return [kind === 'rest' ? `{...${name}}` : optional ? `{${name}?}` : `{${name}}`];
}
