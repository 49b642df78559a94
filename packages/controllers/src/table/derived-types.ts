import { toObjectType } from '../signature/schema-object.ts';
import type { Parameter } from '../signature/signature.ts';
import type { TableParameter } from './table.ts';

/** Removes the types of a parameter that are derived when the table is read. */
export function withoutDerivedTypes(parameter: Parameter): TableParameter {
  if (parameter.kind !== 'object') return parameter;
  const { type, keys: typed, schema, ...rest } = parameter;
  const keys = typed.map(({ type: __, ...key }) => key);
  return schema === undefined ? { ...rest, type, keys } : { ...rest, schema, keys };
}

/** Derives the types of the keys from the type of the object, which a schema determines if there is one. */
export function withDerivedTypes(parameter: TableParameter): Parameter {
  if (parameter.kind !== 'object') return parameter;
  const type = 'type' in parameter ? parameter.type : toObjectType(parameter.schema);
  return {
    ...parameter,
    type,
    keys: parameter.keys.map((key) => ({ ...key, type: type.fields[key.name]! })),
  };
}
