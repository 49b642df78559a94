import { settle, TypeProblem, type Converter } from './converter.ts';
import { Failure, invalid, missing, unknownName } from './failure.ts';
import { isObject } from './primitives.ts';

export function optionalConverter(of: Converter): Converter {
  return { ...of, name: `${of.name}?`, optional: true };
}

export function nullableConverter(of: Converter): Converter {
  return { ...of, name: `${of.name} | null`, json: (value) => (value === null ? null : of.json(value)) };
}

export function arrayConverter(of: Converter): Converter {
  const { text } = of;
  const texts = text && ((values: readonly string[]) => all(values.map((value) => text(value))));
  return {
    name: `${of.name.includes(' ') ? `(${of.name})` : of.name}[]`,
    optional: false,
    takesEmpty: of.takesEmpty,
    async: of.async,
    commaFree: of.commaFree ?? false,
    text: texts && ((value) => texts([value])),
    ...(texts === undefined ? {} : { texts }),
    json: (value) =>
      Array.isArray(value) ? all(value.map((each) => of.json(each))) : invalid('must be an array'),
  };
}

export function objectConverter(
  fields: ReadonlyMap<string, Converter>,
  rest: Converter | undefined,
): Converter {
  if (fields.has('__proto__')) throw new TypeProblem('a field cannot be named __proto__');
  const async = [...fields.values()].some((field) => field.async) || (rest?.async ?? false);
  return {
    name: `{ ${[...fields].map(([key, field]) => print(key, field)).join(', ')} }`,
    optional: false,
    takesEmpty: false,
    async,
    text: undefined,
    json(value) {
      if (!isObject(value)) return invalid('must be an object');
      const entries: (readonly [string, unknown])[] = [];
      for (const [key, field] of fields) {
        const given = Object.hasOwn(value, key) ? value[key] : undefined;
        if (given !== undefined) entries.push([key, field.json(given)]);
        else if (!field.optional) entries.push([key, absent(field)]);
      }
      for (const key of Object.keys(value)) {
        if (fields.has(key)) continue;
        entries.push([key, rest === undefined ? unknownName() : rest.json(value[key])]);
      }
      return assemble(entries);
    },
  };
}

/** `name: int` for a field that must be there, `name?: int` for another. */
function print(key: string, field: Converter): string {
  return field.optional ? `${key}?: ${field.name.replace(/\?$/, '')}` : `${key}: ${field.name}`;
}

/** What stands for a value that is not there and has to be. */
export function absent(of: Converter): unknown {
  if (of.absent === undefined) return missing();
  const known = of.absent();
  const orMissing = (value: unknown): unknown => (value instanceof Failure ? missing() : value);
  return known instanceof Promise ? known.then(orMissing) : orMissing(known);
}

/** An object of converted values, or the failures of all of them. */
export function assemble(entries: readonly (readonly [string, unknown])[]): unknown {
  return settle(
    entries.map(([, value]) => value),
    (settled) =>
      failureOf(settled, (index) => entries[index]![0]) ??
      Object.fromEntries(entries.map(([key], index) => [key, settled[index]])),
  );
}

function all(values: readonly unknown[]): unknown {
  return settle(values, (settled) => failureOf(settled, (index) => index) ?? settled);
}

function failureOf(
  settled: readonly unknown[],
  keyOf: (index: number) => string | number,
): Failure | undefined {
  const issues = settled.flatMap((value, index) =>
    value instanceof Failure ? value.below(keyOf(index)).issues : [],
  );
  return issues.length === 0 ? undefined : new Failure(issues);
}
