import {
  alternatives,
  ANY,
  expand,
  NUMBER,
  STRING,
  unite,
  without,
  type ObjectShape,
  type Property,
  type Shape,
} from './shape.ts';

/** Returns the values of a union of literals; undefined if it has other members. */
export function literalsOf(shape: Shape): readonly (string | number | boolean)[] | undefined {
  const members = alternatives(shape).map(expand);
  const values = members.flatMap((each) => (each.kind === 'literal' ? [each.value] : []));
  return values.length < members.length ? undefined : values;
}

/** Returns the properties of an object type; undefined for other types. */
export function propertiesOf(shape: Shape): ReadonlyMap<string, Property> | undefined {
  const structure = expand(shape);
  return structure.kind === 'object' ? structure.properties : undefined;
}

/** Returns the shape of `keyof T`. */
export function keysOf(shape: Shape): Shape {
  const structure = expand(shape);
  if (structure.kind !== 'object') return STRING;
  const names = [...structure.properties.keys()].map((value): Shape => ({ kind: 'literal', value }));
  return unite(structure.rest === undefined ? names : [...names, STRING]);
}

/** Returns the shape of `T[K]`. */
export function indexed(object: Shape, index: Shape): Shape {
  const structure = expand(object);
  if (structure.kind === 'union') return unite(structure.of.map((member) => indexed(member, index)));
  const isNumber = expand(index) === NUMBER;
  if (structure.kind === 'array' && isNumber) return structure.of;
  if (structure.kind === 'tuple' && isNumber) {
    const rest = structure.rest === undefined ? [] : [structure.rest];
    return unite([...structure.of.map(({ shape }) => shape), ...rest]);
  }
  const names = literalsOf(index);
  if (names === undefined) return structure.kind === 'object' ? (structure.rest ?? ANY) : ANY;
  return unite(names.map((name) => memberOf(structure, String(name))));
}

function memberOf(structure: Shape, name: string): Shape {
  if (structure.kind === 'tuple') return structure.of[Number(name)]?.shape ?? ANY;
  if (structure.kind !== 'object') return ANY;
  const property = structure.properties.get(name);
  if (property === undefined) return structure.rest ?? ANY;
  return property.optional ? unite([property.shape, { kind: 'undefined' }]) : property.shape;
}

/** Changes the properties of an object type, or of each member of a union; other types are unchanged. */
export function mapProperties(
  shape: Shape,
  map: (properties: ReadonlyMap<string, Property>) => Iterable<readonly [string, Property]>,
): Shape {
  const structure = expand(shape);
  if (structure.kind === 'union') return unite(structure.of.map((each) => mapProperties(each, map)));
  return structure.kind === 'object'
    ? { ...structure, properties: new Map(map(structure.properties)) }
    : shape;
}

/** Returns the shape of `Partial<T>` or `Required<T>`. */
export function withOptional(shape: Shape, optional: boolean): Shape {
  return mapProperties(shape, (properties) =>
    [...properties].map(([name, property]) => [
      name,
      { ...property, optional, shape: optional ? property.shape : without(property.shape, 'undefined') },
    ]),
  );
}

/** Returns the shape of `Pick<T, K>` or `Omit<T, K>`. */
export function filterProperties(shape: Shape, keys: Shape, picks: boolean): Shape {
  const names = literalsOf(keys)?.map(String);
  if (names === undefined) return ANY;
  const filtered = mapProperties(shape, (properties) =>
    [...properties].filter(([name]) => names.includes(name) === picks),
  );
  if (!picks || filtered.kind !== 'object') return filtered;
  const { properties }: ObjectShape = filtered;
  return { kind: 'object', properties };
}

/**
 * Returns the shape of `Exclude<T, U>` or `Extract<T, U>`. Members are compared by their declarations, their literal
 * values or their properties.
 */
export function filterAlternatives(shape: Shape, filter: Shape, extracts: boolean): Shape {
  const wanted = alternatives(filter);
  return unite(
    alternatives(shape).filter((each) => wanted.some((other) => isAssignable(each, other)) === extracts),
  );
}

function isAssignable(shape: Shape, to: Shape): boolean {
  if (shape === to) return true;
  if (shape.kind === 'named' && to.kind === 'named') return shape.key === to.key;
  const one = expand(shape);
  const other = expand(to);
  if (one.kind === 'literal') {
    return other.kind === 'literal'
      ? one.value === other.value
      : other.kind === 'value' && other.schema['type'] === typeof one.value;
  }
  if (one.kind === 'value' && other.kind === 'value') return one.schema === other.schema;
  if (one.kind === 'object' && other.kind === 'object') {
    return [...other.properties].every(([name, property]) => {
      const own = one.properties.get(name);
      return own === undefined ? property.optional : isAssignable(own.shape, property.shape);
    });
  }
  return one.kind === other.kind && (one.kind === 'null' || one.kind === 'undefined');
}
