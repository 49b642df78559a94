import { defined } from '@writ/diagnostics/internal';
import type { ObjectBinding } from '../../contract/route.ts';
import { anything, oneOf, type Literal } from '../../contract/type.ts';
import { allMaybe } from '../../internal/thenable.ts';
import { compileType } from '../../types/compile-type.ts';
import { TypeProblem, type Converter } from '../../types/converter.ts';
import { discriminatorOf } from '../../types/discriminator.ts';
import { missing, unknownName } from '../../types/failure.ts';
import { hideInherited, inheritedIn } from '../../types/inherited.ts';
import { absentValue } from '../../types/structures.ts';
import { UNSAFE_NAMES, extractNamed, reportMissing, sourcesByName } from './extract-named.ts';
import { withCheck, type Extractor } from './extractor.ts';

export function extractObject(binding: ObjectBinding, taken: ReadonlySet<string>): Extractor {
  const { type, optional, variants } = binding;
  if (variants !== undefined) return extractVariant({ ...binding, variants }, taken);
  return extractFields({ type, ...defined({ optional }) }, taken);
}

/** Extracts an object of the type that its discriminator selects. */
function extractVariant(
  binding: ObjectBinding & Required<Pick<ObjectBinding, 'variants'>>,
  taken: ReadonlySet<string>,
): Extractor {
  const { variants, type, optional } = binding;
  const discriminator = discriminatorOf(variants);
  if (discriminator === undefined)
    throw new TypeProblem(
      'the object types have no field that distinguishes them',
      'give each of them a field with a different literal',
    );
  const { name, indexes } = discriminator;
  const converter = compileType(oneOf(...indexes.keys()));
  const extractors = variants.map((each) => extractFields({ type: each }, taken));
  const names = Object.keys(type.fields);
  // Not a module-level constant, because bundlers would then include all types even in code that binds no values.
  const anyValue = compileType(anything);
  return (exchange) => {
    const given = extractNamed(exchange, name, converter);
    if (given === undefined) {
      const isNone = names.every((each) => extractNamed(exchange, each, anyValue) === undefined);
      return optional && isNone ? undefined : reportMissing(exchange, name, missing);
    }
    const index = indexes.get(given.value as Literal);
    if (index === undefined) return withCheck(exchange, given.source, name, given.value);
    const { fields, rest } = variants[index]!;
    const sources = sourcesByName(exchange);
    for (const other of rest === undefined ? names : []) {
      const source = Object.hasOwn(fields, other) ? undefined : sources.get(other);
      if (source !== undefined) exchange.addIssue(source, other, unknownName());
    }
    return extractors[index]!(exchange);
  };
}

function extractFields(
  { type, optional }: Pick<ObjectBinding, 'type' | 'optional'>,
  taken: ReadonlySet<string>,
): Extractor {
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
