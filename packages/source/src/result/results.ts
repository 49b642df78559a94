import type { DeclaredResult } from '@writ/http/kernel';
import type { Function as FunctionNode, TSType } from '@oxc-project/types';
import type { ModuleSource } from '../module/module-source.ts';
import { withTypeParameters } from '../module/local-declarations.ts';
import { createEnvironment, type ResultContext } from './environment.ts';
import { writeSchema } from './json-schema.ts';
import { readShape } from './read-shape.ts';
import { alternatives, expand, unite, type Shape } from './shape.ts';
import { literalsOf } from './structure.ts';

/**
 * Reads the responses of a handler, with their forms and statuses, from its declared return type. A part that is not
 * supported accepts any value. `description` is the text of `@returns`. If no type is declared, the result contains
 * only the description, and is undefined without one.
 */
export function readResults(
  { returnType, typeParameters }: FunctionNode,
  module: ModuleSource,
  context: ResultContext,
  description?: string,
): readonly DeclaredResult[] | undefined {
  const declared = returnType?.typeAnnotation;
  if (declared == null || isInferred(declared))
    return description === undefined ? undefined : [{ form: 'unknown', description }];
  const env = createEnvironment(withTypeParameters(module, typeParameters), context);
  const results = resultsOf(readShape(declared, env));
  return description === undefined ? results : results.map((result) => ({ ...result, description }));
}

/** Whether only the compiler knows the type, such as `this`. */
function isInferred({ type }: TSType): boolean {
  return type === 'TSThisType';
}

function resultsOf(shape: Shape): readonly DeclaredResult[] {
  const members = alternatives(shape);
  const responses = members.flatMap((member) => {
    const structure = expand(member);
    return structure.kind === 'response' ? [structure] : [];
  });
  const results = members.filter((member) => expand(member).kind !== 'response');
  return [
    ...bodiesOf(results, undefined),
    ...responses.flatMap(({ body, status }) => {
      const statuses = literalsOf(status)?.filter((each) => typeof each === 'number') ?? [];
      if (statuses.length === 0) return [{ form: 'unknown' } as const];
      return statuses.flatMap((each) => bodiesOf(alternatives(body), each));
    }),
  ];
}

/** Returns the bodies of one status. Values of the same form, such as JSON, share a schema. */
function bodiesOf(members: readonly Shape[], status: number | undefined): readonly DeclaredResult[] {
  const byForm = Map.groupBy(members, (member) => formOf(expand(member)));
  const at = status === undefined ? {} : { status };
  return [...byForm].flatMap(([form, shapes]): DeclaredResult[] => {
    if (BODIES_WITHOUT_SCHEMA.has(form)) return [{ ...at, form }];
    const items = shapes.map((shape) => {
      const structure = expand(shape);
      return structure.kind === 'items' ? structure.of : shape;
    });
    return [{ ...at, form, schema: writeSchema(unite(items)) }];
  });
}

const BODIES_WITHOUT_SCHEMA: ReadonlySet<DeclaredResult['form']> = new Set([
  'none',
  'bytes',
  'events',
  'unknown',
]);

function formOf(shape: Shape): DeclaredResult['form'] {
  switch (shape.kind) {
    case 'any':
    case 'never':
    case 'omitted':
    case 'response':
      return 'unknown';
    case 'undefined':
      return 'none';
    case 'items':
    case 'events':
    case 'bytes':
      return shape.kind;
    case 'literal':
      return typeof shape.value === 'string' ? 'text' : 'json';
    case 'value':
      return isString(shape) ? 'text' : 'json';
    default:
      return 'json';
  }
}

/** Whether the value itself is a string, unlike a `Date`, which becomes a string in JSON. */
function isString({ schema }: Extract<Shape, { kind: 'value' }>): boolean {
  return schema['type'] === 'string' && !['date-time', 'uri'].includes(String(schema['format']));
}
