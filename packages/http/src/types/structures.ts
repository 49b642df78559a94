import { defined, isObject } from '@writ/diagnostics/internal';
import type { RoutingContext } from '../contract/context.ts';
import { ABSENT, TypeProblem, type Converter } from './converter.ts';
import { Failure, collectFailures, invalid, missing, unknownName } from './failure.ts';
import { hideInherited, inheritedIn } from './inherited.ts';
import { allMaybe, mapMaybe } from '../internal/thenable.ts';

export function optionalConverter(of: Converter): Converter {
  return { ...of, name: `${of.name}?`, optional: true };
}

export function nullableConverter(of: Converter): Converter {
  return { ...of, name: `${of.name} | null`, json: (value) => (value === null ? null : of.json(value)) };
}

export function arrayConverter(of: Converter): Converter {
  const { text, file } = of;
  const texts =
    text &&
    ((values: readonly string[], context?: RoutingContext) =>
      collectValues(values.map((value) => text(value, context))));
  return {
    name: `${of.name.includes(' ') ? `(${of.name})` : of.name}[]`,
    optional: false,
    acceptsEmpty: of.acceptsEmpty,
    async: of.async,
    isArray: true,
    splitsOnComma: of.splitsOnComma ?? false,
    ...(of.viaReader && { viaReader: true }),
    text: texts && ((value, context) => texts([value], context)),
    ...defined({ texts }),
    ...(file && { file, files: (given) => collectValues(given.map((each) => file(each))) }),
    json: (value) =>
      Array.isArray(value) ? collectValues(value.map((each) => of.json(each))) : invalid('must be an array'),
  };
}

export function objectConverter(
  fields: ReadonlyMap<string, Converter>,
  rest: Converter | undefined,
): Converter {
  if (fields.has('__proto__')) throw new TypeProblem('a field cannot be named __proto__');
  const async = [...fields.values()].some((field) => field.async) || (rest?.async ?? false);
  const named = [...fields];
  const inherited = inheritedIn(fields.keys());

  /**
   * Whether the object has exactly the declared fields and none of them is undefined, so that it can be converted
   * without intermediate lists.
   */
  function isWhole(value: Record<string, unknown>): boolean {
    let others = 0;
    for (const _key in value) others += 1;
    if (others !== named.length) return false;
    for (let index = 0; index < named.length; index += 1) {
      const [key] = named[index]!;
      if (!Object.hasOwn(value, key) || value[key] === undefined) return false;
    }
    return true;
  }

  /**
   * Converts each field only once, because repeating the conversions after a failure would double the work at each
   * level of nesting.
   */
  function convertWhole(value: Record<string, unknown>): unknown {
    const object: Record<string, unknown> = {};
    for (let index = 0; index < named.length; index += 1) {
      const [key, field] = named[index]!;
      const converted = field.json(value[key]);
      if (converted instanceof Failure || converted === ABSENT)
        return finish(value, object, index, converted);
      object[key] = converted;
    }
    return object;
  }

  /** Continues the conversion at a field whose converted value is a failure or missing. */
  function finish(
    value: Record<string, unknown>,
    before: Record<string, unknown>,
    at: number,
    converted: unknown,
  ): unknown {
    const keys = named.map(([key]) => key);
    const values = named.map(([key, field], index) => {
      if (index === at) return converted;
      return index < at ? before[key] : field.json(value[key]);
    });
    return assemble(keys, values, inherited);
  }

  return {
    name: `{ ${[...fields].map(([key, field]) => printField(key, field)).join(', ')} }`,
    optional: false,
    acceptsEmpty: false,
    async,
    text: undefined,
    json(value) {
      if (!isObject(value)) return invalid('must be an object');
      if (!async && isWhole(value)) return convertWhole(value);
      const keys: string[] = [];
      const values: unknown[] = [];
      const put = (key: string, converted: unknown): void => {
        keys.push(key);
        values.push(converted);
      };
      for (const [key, field] of fields) {
        const given = Object.hasOwn(value, key) ? value[key] : undefined;
        if (given !== undefined) put(key, field.json(given));
        else if (!field.optional) put(key, absentValue(field));
      }
      for (const key of Object.keys(value)) {
        if (fields.has(key)) continue;
        put(key, rest === undefined || key === '__proto__' ? unknownName() : rest.json(value[key]));
      }
      return assemble(keys, values, inherited);
    },
  };
}

/** Formats a required field as `name: int` and an optional one as `name?: int`. */
function printField(key: string, field: Converter): string {
  return field.optional ? `${key}?: ${field.name.replace(/\?$/, '')}` : `${key}: ${field.name}`;
}

/** Returns the default for a missing required value, a failure if there is none, or a promise for either. */
export function absentValue(of: Converter): unknown {
  if (of.whenAbsent === undefined) return missing();
  const known = of.whenAbsent();
  const orMissing = (value: unknown): unknown => (value instanceof Failure ? missing() : value);
  return mapMaybe(known, orMissing);
}

/** Assembles an object from the converted values, or collects their failures. */
function assemble(
  keys: readonly string[],
  values: readonly unknown[],
  inherited: readonly string[],
): unknown {
  return allMaybe(values, (settled) => {
    const failure = collectFailures(settled, keys);
    if (failure !== undefined) return failure;
    const object: Record<string, unknown> = {};
    for (let index = 0; index < keys.length; index += 1) object[keys[index]!] = settled[index];
    return hideInherited(object, inherited);
  });
}

function collectValues(values: readonly unknown[]): unknown {
  return allMaybe(
    values,
    (settled) => collectFailures(settled) ?? settled.filter((value) => value !== ABSENT),
  );
}
