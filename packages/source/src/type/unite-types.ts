import { oneOf, type Type } from '@writ/http';
import { isKind } from '@writ/http/kernel';
import { isEnum, toNullable, toOptional } from './kinds.ts';
import type { Literal } from './literals.ts';

/** Types that a request contains as a string and that may be members of a union. */
const SCALARS: ReadonlySet<unknown> = new Set([String, Number, BigInt, Boolean, Date]);

/** Types that a request contains as a JSON array or object, so no string can be mistaken for them. */
const COMPOUNDS = ['array', 'tuple', 'set', 'map', 'object', 'recursive', 'self'] as const;

/** Returns the union of the types; undefined if a string cannot distinguish its members, as in `string | number`. */
export function uniteTypes(types: readonly Type[]): Type | undefined {
  if (types.length === 1) return types[0];
  const values = new Set<Literal>();
  const others = new Set<Type>();
  let takesNull = false;
  let takesUndefined = false;
  const add = (type: Type): void => {
    if (isKind(type, 'optional')) {
      takesUndefined = true;
      add(type.of);
    } else if (isKind(type, 'nullable')) {
      takesNull = true;
      add(type.of);
    } else if (isKind(type, 'union')) type.of.forEach(add);
    else if (isKind(type, 'oneOf')) for (const value of type.values) values.add(value as Literal);
    else others.add(type);
  };
  types.forEach(add);
  const [only] = others;
  // A single enum is not converted to its values, because it also accepts the names of its members.
  const type = others.size === 1 && values.size === 0 ? only : joinScalars(values, others);
  if (type === undefined) return undefined;
  const orNull = takesNull ? toNullable(type) : type;
  return takesUndefined ? toOptional(orNull) : orNull;
}

function joinScalars(literals: ReadonlySet<Literal>, types: ReadonlySet<Type>): Type | undefined {
  const enums = [...types].filter(isEnum);
  const scalars = new Set([...types].filter((type) => !isEnum(type)));
  const all = [...literals, ...enums.flatMap((each) => Object.values(each))];
  if (scalars.delete(Boolean)) all.push(true, false);
  const isLeft = (value: Literal): boolean =>
    !(typeof value === 'string' && scalars.has(String)) &&
    !(typeof value === 'number' && scalars.has(Number));
  const values = new Set(all.filter(isLeft));
  const rest = [...scalars].filter((type) => !(scalars.has(String) && isKind(type, 'template')));
  if (rest.length === 0) return isBoolean(values) ? Boolean : oneOf(...values);
  if (values.size === 0 && rest.length === 1) return rest[0];
  const compounds = rest.filter((type) => COMPOUNDS.some((kind) => isKind(type, kind)));
  const others = rest.filter((type) => !compounds.includes(type));
  const isPlain =
    (others.length === 1 && values.size === 0 && others[0] === String) ||
    others.every((type) => type !== String && (SCALARS.has(type) || isKind(type, 'template')));
  if (!isPlain) return undefined;
  const literal = values.size === 0 ? [] : [isBoolean(values) ? Boolean : oneOf(...values)];
  return { kind: 'union', of: [...literal, ...others, ...compounds] };
}

function isBoolean(values: ReadonlySet<Literal>): boolean {
  return values.size === 2 && values.has(true) && values.has(false);
}
