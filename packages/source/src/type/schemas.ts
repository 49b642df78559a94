import type { StandardSchemaV1, Type } from '@writ/http';
import { inputSchema } from '@writ/http/kernel';
import type { TSTypeName, TSTypeQueryExprName, TSTypeReference } from '@oxc-project/types';
import type { ValueSource } from '../module/lookup.ts';
import { reportUnsupportedType } from './read-type.ts';
import type { Scope } from './scope.ts';

/** The names of schema output types, such as `z.infer`, `z.output`, `z.TypeOf` and `v.InferOutput`. */
const OUTPUTS: ReadonlySet<string> = new Set(['infer', 'output', 'InferOutput', 'TypeOf']);

/** The names of schema input types, such as `z.input` and `v.InferInput`. */
const INPUTS: ReadonlySet<string> = new Set(['input', 'InferInput']);

/** Whether the type is inferred from a schema, as in `z.infer<typeof S>` or `z.input<typeof S>`. */
export function isInferred({ typeName, typeArguments }: TSTypeReference): boolean {
  const [query, ...more] = typeArguments?.params ?? [];
  if (query?.type !== 'TSTypeQuery' || more.length > 0) return false;
  const name = lastName(typeName);
  return OUTPUTS.has(name) || INPUTS.has(name);
}

/**
 * Returns the schema from which the type is inferred; it validates the values. For an input type, returns a schema that
 * validates them in the same way but does not convert them.
 */
export function readInferred(node: TSTypeReference, scope: Scope): Type | undefined {
  const [query] = node.typeArguments!.params;
  if (query?.type !== 'TSTypeQuery') return reportUnsupportedType(node, scope);
  const source = sourceOf(query.exprName, scope);
  const schema = source && scope.valueOf(source);
  if (isSchema(schema)) return INPUTS.has(lastName(node.typeName)) ? inputSchema(schema) : schema;
  if (source?.exportName === undefined) {
    return scope.report(
      'type-unknown',
      query,
      'the schema is not an export of a module, so it cannot be found at run time',
      'export it as a separate const: export const Note = …',
    );
  }
  return scope.report(
    'type-unknown',
    query,
    `${source.exportName} is not a Standard Schema`,
    'create one with zod, valibot, arktype or another library',
  );
}

/** Whether a value is a Standard Schema. */
export function isSchema(value: unknown): value is StandardSchemaV1 {
  return (typeof value === 'object' || typeof value === 'function') && value !== null && '~standard' in value;
}

/** Finds the value `S`, or `schemas.S` if `schemas` is a namespace import. */
function sourceOf(name: TSTypeQueryExprName, { lookup, module }: Scope): ValueSource | undefined {
  if (name.type === 'Identifier') return lookup.findValue(module, name.name);
  if (name.type !== 'TSQualifiedName' || name.left.type !== 'Identifier') return undefined;
  const imported = module.imports.get(name.left.name);
  return imported === undefined || imported.name !== undefined
    ? undefined
    : lookup.findValueIn(module, imported.specifier, name.right.name);
}

function lastName(name: TSTypeName): string {
  if (name.type === 'Identifier') return name.name;
  return name.type === 'TSQualifiedName' ? name.right.name : '';
}
