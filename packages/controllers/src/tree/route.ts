import { RoutingContext, type Binding, type Filter, type ObjectOf, type Route } from '@writ/http';
import { mediaTypeOf } from '../result/media-type.ts';
import { responder } from '../result/respond.ts';
import { handlerRunner } from '../run/run-handler.ts';
import type { Parameter, Signature } from '../signature/signature.ts';
import type { PlacedClass, PlacedHandler } from './placed-class.ts';

/** What the kernel runs for a handler: plain data, like every route. */
export function toRoute(
  { type, name, extension }: PlacedClass,
  bits: readonly string[],
  { verb, file, range }: PlacedHandler,
  signature: Signature,
  filters: readonly Filter[],
): Route {
  const respond = responder(extension === undefined ? undefined : mediaTypeOf(extension));
  const run = handlerRunner(type, verb, respond);
  return {
    method: verb,
    path: `/${[...bits, ...signature.parameters.flatMap(pathPart)].join('/')}`,
    bindings: [{ source: 'context', type: RoutingContext }, ...toBindings(signature.parameters)],
    handler: (context: RoutingContext, ...values: unknown[]): unknown => run(context, values),
    ...(filters.length === 0 ? {} : { scopes: [{ name: `class ${name}`, filters }] }),
    unfitPath: 404,
    closed: true,
    ...(signature.description === undefined ? {} : { description: signature.description }),
    origin: {
      file,
      line: range.start.line,
      column: range.start.column,
      className: name,
      method: verb,
    },
  };
}

function pathPart({ kind, name, optional }: Parameter): readonly string[] {
  if (kind === 'object') return [];
  return [kind === 'rest' ? `{...${name}}` : optional ? `{${name}?}` : `{${name}}`];
}

function toBindings(parameters: readonly Parameter[]): readonly Binding[] {
  let index = 0;
  return parameters.map((parameter): Binding => {
    const { name, description } = parameter;
    const described = description === undefined ? {} : { description };
    switch (parameter.kind) {
      case 'object':
        return { source: 'object', type: parameter.type as ObjectOf, optional: parameter.optional };
      case 'rest':
        return { source: 'rest', index, name, type: parameter.type, ...described };
      default:
        return { source: 'position', index: index++, name, type: parameter.type, ...described };
    }
  });
}
