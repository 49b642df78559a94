import type { NameBinding, ObjectBinding } from '../../contract/route.ts';
import { compileType } from '../../types/compile-type.ts';
import type { Converter } from '../../types/converter.ts';
import { hideInherited, inheritedIn } from '../../types/inherited.ts';
import { UNSAFE_NAMES, reportMissing, extractNamed, sourcesByName } from './extract-named.ts';
import { absentValue } from '../../types/structures.ts';
import { allMaybe } from '../../internal/thenable.ts';
import { withCheck, orMissingValue, compileMissingValue, type Extractor } from './extractor.ts';

export function extractName({ name }: NameBinding, converter: Converter): Extractor {
  const none = compileMissingValue(converter, undefined);
  return (exchange) => {
    const given = extractNamed(exchange, name, converter);
    return given === undefined
      ? reportMissing(exchange, name, () => none(exchange))
      : withCheck(exchange, given.source, name, orMissingValue(given.value, none, exchange));
  };
}

export function extractObject({ type, optional }: ObjectBinding, taken: ReadonlySet<string>): Extractor {
  const fields = Object.entries(type.fields).map(([name, of]) => [name, compileType(of)] as const);
  const own = new Set(fields.map(([name]) => name));
  const inherited = inheritedIn(own);
  const rest = type.rest === undefined ? undefined : compileType(type.rest);
  return (exchange) => {
    const values: (readonly [string, unknown])[] = [];
    const absentOnes: (readonly [string, Converter])[] = [];
    for (const [name, converter] of fields) {
      const given = extractNamed(exchange, name, converter);
      if (given !== undefined) values.push([name, withCheck(exchange, given.source, name, given.value)]);
      else if (!converter.optional) absentOnes.push([name, converter]);
    }
    if (rest !== undefined) {
      for (const [name] of sourcesByName(exchange)) {
        if (own.has(name) || taken.has(name) || UNSAFE_NAMES.has(name)) continue;
        const given = extractNamed(exchange, name, rest);
        if (given !== undefined) values.push([name, withCheck(exchange, given.source, name, given.value)]);
      }
    }
    if (optional && values.length === 0) return undefined;
    for (const [name, converter] of absentOnes) {
      values.push([name, reportMissing(exchange, name, () => absentValue(converter))]);
    }
    return allMaybe(
      values.map(([, value]) => value),
      (settled) =>
        hideInherited(Object.fromEntries(values.map(([name], index) => [name, settled[index]])), inherited),
    );
  };
}
