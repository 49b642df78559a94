import { toObjectType } from '../signature/schema-object.ts';
import type { Parameter } from '../signature/signature.ts';
import type { SchemaParameter, TableParameter } from './table.ts';

/** Removes the types of a parameter that are derived from its schema when the table is read. */
export function withoutDerivedTypes(parameter: Parameter): TableParameter {
  if (parameter.kind !== 'object' || parameter.schema === undefined) return parameter;
  const { type: _, keys, schema, ...rest } = parameter;
  return { ...rest, schema, keys: keys.map(({ type: __, ...key }) => key) };
}

/** Derives the types of a parameter from its schema. */
export function withDerivedTypes(parameter: TableParameter): Parameter {
  if (!isSchemaParameter(parameter)) return parameter;
  const type = toObjectType(parameter.schema);
  const fields = type.fields;
  return { ...parameter, type, keys: parameter.keys.map((key) => ({ ...key, type: fields[key.name]! })) };
}

function isSchemaParameter(parameter: TableParameter): parameter is SchemaParameter {
  return parameter.kind === 'object' && !('type' in parameter);
}
