import type { JsonSchema } from '@writ/http/kernel';
import {
  alternatives,
  expand,
  mayBeAbsent,
  without,
  type NamedShape,
  type ObjectShape,
  type Shape,
} from './shape.ts';

/**
 * The maximum number of definitions in one schema. Without it, a generic type that refers to ever larger
 * instances of itself would never stop producing definitions.
 */
const MAX_DEFINITIONS = 300;

/** Converts a shape to JSON Schema. Declared objects, lists and unions are in `$defs`, under their names. */
export function writeSchema(shape: Shape): JsonSchema {
  const definitions = new Definitions();
  const schema = definitions.schemaOf(shape);
  const $defs = definitions.all();
  return Object.keys($defs).length === 0 ? schema : { ...schema, $defs };
}

class Definitions {
  readonly #names = new Map<string, string>();
  readonly #schemas = new Map<string, JsonSchema>();

  all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(this.#schemas);
  }

  schemaOf(shape: Shape): JsonSchema {
    switch (shape.kind) {
      case 'named':
        return this.#referTo(shape);
      case 'never':
        return { not: {} };
      case 'null':
        return { type: 'null' };
      case 'literal':
        return { type: typeof shape.value, enum: [shape.value] };
      case 'value':
        return shape.schema;
      case 'array':
        return { type: 'array', items: this.schemaOf(withNull(shape.of)) };
      case 'tuple':
        return this.#tuple(shape);
      case 'object':
        return this.#object(shape);
      case 'union':
        return this.#union(alternatives(shape));
      default:
        return {};
    }
  }

  /**
   * Refers to the definition of a declared type. A type that is neither an object, a list nor a union, such as an alias
   * of `string`, is written inline instead.
   */
  #referTo(shape: NamedShape): JsonSchema {
    const structure = expand(shape);
    if (!['object', 'array', 'tuple', 'union'].includes(structure.kind)) return this.schemaOf(structure);
    let name = this.#names.get(shape.key);
    if (name === undefined) {
      if (this.#names.size === MAX_DEFINITIONS) return {};
      name = this.#freeName(shape.name);
      this.#names.set(shape.key, name);
      // Reserves a position before the definitions that this one refers to.
      this.#schemas.set(name, {});
      const schema = this.schemaOf(structure);
      const { description } = shape;
      this.#schemas.set(name, description === undefined ? schema : { description, ...schema });
    }
    return { $ref: `#/$defs/${name}` };
  }

  #freeName(name: string): string {
    const base = name.replaceAll(/[^\w.-]+/g, '_');
    for (let count = 1; ; count += 1) {
      const free = count === 1 ? base : `${base}_${count}`;
      if (!this.#schemas.has(free)) return free;
    }
  }

  #tuple({ of, rest }: Extract<Shape, { kind: 'tuple' }>): JsonSchema {
    return {
      type: 'array',
      ...(of.length === 0 ? {} : { prefixItems: of.map(({ shape }) => this.schemaOf(withNull(shape))) }),
      minItems: of.findLastIndex(({ optional }) => !optional) + 1,
      ...(rest === undefined ? { maxItems: of.length } : { items: this.schemaOf(withNull(rest)) }),
    };
  }

  #object({ properties, rest }: ObjectShape): JsonSchema {
    const present = [...properties].filter(([, { shape }]) => expand(shape).kind !== 'omitted');
    const required = present.filter(([, { shape, optional }]) => !optional && !mayBeAbsent(shape));
    const schemas = present.map(([name, { shape, description, deprecated }]): [string, JsonSchema] => {
      const schema = this.schemaOf(without(shape, 'undefined', 'omitted'));
      return [
        name,
        {
          ...schema,
          ...(description === undefined ? {} : { description }),
          ...(deprecated === true ? { deprecated } : {}),
        },
      ];
    });
    return {
      type: 'object',
      ...(present.length === 0 ? {} : { properties: Object.fromEntries(schemas) }),
      ...(required.length === 0 ? {} : { required: required.map(([name]) => name) }),
      ...(rest === undefined ? {} : { additionalProperties: this.schemaOf(without(rest, 'undefined')) }),
    };
  }

  #union(members: readonly Shape[]): JsonSchema {
    const literals = members.flatMap((each) => {
      const structure = expand(each);
      return structure.kind === 'literal' ? [structure.value] : [];
    });
    const others = members.filter((each) => !['literal', 'undefined', 'omitted'].includes(expand(each).kind));
    const schemas = [...literalSchemas(literals), ...others.map((each) => this.schemaOf(each))];
    const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
    if (distinct.some((schema) => Object.keys(schema).length === 0)) return {};
    return distinct.length === 1 ? distinct[0]! : { anyOf: distinct };
  }
}

function literalSchemas(values: readonly (string | number | boolean)[]): readonly JsonSchema[] {
  if (values.length === 0) return [];
  const isBoolean = values.includes(true) && values.includes(false);
  const others = [...new Set(isBoolean ? values.filter((value) => typeof value !== 'boolean') : values)];
  const types = new Set(others.map((value) => typeof value));
  return [
    ...(isBoolean ? [{ type: 'boolean' }] : []),
    ...(others.length === 0 ? [] : [{ ...(types.size === 1 ? { type: [...types][0] } : {}), enum: others }]),
  ];
}

/** Returns the JSON form of an array element: undefined and functions become null. */
function withNull(shape: Shape): Shape {
  if (!mayBeAbsent(shape)) return shape;
  return { kind: 'union', of: [without(shape, 'undefined', 'omitted'), { kind: 'null' }] };
}
