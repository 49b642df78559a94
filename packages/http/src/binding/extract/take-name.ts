import type { NameBinding, ObjectBinding } from '../../contract/route.ts';
import { compileType } from '../../types/compile-type.ts';
import type { Converter } from '../../types/converter.ts';
import { hideInherited, inheritedIn } from '../../types/inherited.ts';
import { FORBIDDEN, missed, named, namesOf } from './named.ts';
import { absent } from '../../types/structures.ts';
import { allMaybe } from '../../internal/thenable.ts';
import { checked, orMissing, whenAbsent, type Take } from './take.ts';

export function takeName({ name }: NameBinding, converter: Converter): Take {
  const none = whenAbsent(converter, undefined);
  return (exchange) => {
    const given = named(exchange, name, converter);
    return given === undefined
      ? missed(exchange, name, () => none(exchange))
      : checked(exchange, given.source, name, orMissing(given.value, none, exchange));
  };
}

export function takeObject({ type, optional }: ObjectBinding, taken: ReadonlySet<string>): Take {
  const fields = Object.entries(type.fields).map(([name, of]) => [name, compileType(of)] as const);
  const own = new Set(fields.map(([name]) => name));
  const inherited = inheritedIn(own);
  const rest = type.rest === undefined ? undefined : compileType(type.rest);
  return (exchange) => {
    const values: (readonly [string, unknown])[] = [];
    const absentOnes: (readonly [string, Converter])[] = [];
    for (const [name, converter] of fields) {
      const given = named(exchange, name, converter);
      if (given !== undefined) values.push([name, checked(exchange, given.source, name, given.value)]);
      else if (!converter.optional) absentOnes.push([name, converter]);
    }
    if (rest !== undefined) {
      for (const [name] of namesOf(exchange)) {
        if (own.has(name) || taken.has(name) || FORBIDDEN.has(name)) continue;
        const given = named(exchange, name, rest);
        if (given !== undefined) values.push([name, checked(exchange, given.source, name, given.value)]);
      }
    }
    if (optional && values.length === 0) return undefined;
    for (const [name, converter] of absentOnes) {
      values.push([name, missed(exchange, name, () => absent(converter))]);
    }
    return allMaybe(
      values.map(([, value]) => value),
      (settled) =>
        hideInherited(Object.fromEntries(values.map(([name], index) => [name, settled[index]])), inherited),
    );
  };
}
