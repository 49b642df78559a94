import { isObject } from '@writ/diagnostics/internal';
import { allMaybe, mapMaybe } from '../internal/thenable.ts';
import { TypeProblem, type Converter } from './converter.ts';
import { collectFailures, Failure, invalid } from './failure.ts';
import { arrayConverter } from './structures.ts';

/** Creates a converter for sets, which are arrays in requests. */
export function setConverter(of: Converter): Converter {
  const { text, texts, json, files: _files, file: _file, ...array } = arrayConverter(of);
  const toSet = (values: unknown): unknown =>
    values instanceof Failure ? values : new Set(values as unknown[]);
  return {
    ...array,
    name: `Set<${of.name}>`,
    text: text && ((value, context) => mapMaybe(text(value, context), toSet)),
    ...(texts && { texts: (values, context) => mapMaybe(texts(values, context), toSet) }),
    json: (value) => mapMaybe(json(value), toSet),
  };
}

/** Creates a converter for maps, which are objects in JSON. */
export function mapConverter(key: Converter, of: Converter): Converter {
  const { text: toKey } = key;
  if (toKey === undefined || key.async)
    throw new TypeProblem(`the keys of a Map cannot have the type ${key.name}`, 'use strings or numbers');
  return {
    name: `Map<${key.name}, ${of.name}>`,
    optional: false,
    acceptsEmpty: false,
    async: of.async,
    text: undefined,
    json(value) {
      if (!isObject(value)) return invalid('must be an object');
      const names = Object.keys(value);
      const keys = names.map((name) => toKey(name));
      return allMaybe(
        names.map((name, index) => (keys[index] instanceof Failure ? keys[index] : of.json(value[name]))),
        (values) =>
          collectFailures(values, names) ?? new Map(values.map((each, index) => [keys[index], each])),
      );
    },
  };
}
