import { hasTrait, isNamedBinding } from '../contract/binding-sources.ts';
import type { Binding, NamedBinding } from '../contract/route.ts';
import { compileType } from '../types/compile-type.ts';
import { TypeProblem, type Converter } from '../types/converter.ts';
import { Failure } from '../types/failure.ts';
import { checkWith } from '../types/schema-type.ts';
import type { AddressProblem } from './address-error.ts';
import { toAddressString } from './address-string.ts';

/** A route parameter that is part of the address. */
export interface AddressPart {
  readonly source: 'path' | 'query' | 'matrix';
  readonly name: string;
  /** Whether the query value is bound as sent, without decoding. */
  readonly raw: boolean;
  /** Whether the route accepts requests without this parameter. */
  readonly optional: boolean;
  /** Converts a value to one string, or a list to several strings. Returns a problem if the value is invalid. */
  toStrings(value: unknown): readonly string[] | AddressProblem;
}

/**
 * Separates the named parameters that are part of the address, including those of beans, from the other named
 * parameters. `elsewhere` contains the names of the others with their sources.
 */
export function addressParts(bindings: readonly Binding[]): {
  readonly parts: readonly AddressPart[];
  readonly elsewhere: ReadonlyMap<string, string>;
} {
  const parts: AddressPart[] = [];
  const elsewhere = new Map<string, string>();
  for (const binding of flattenBeans(bindings)) {
    if (!isNamedBinding(binding)) continue;
    if (hasTrait(binding, 'in-address')) parts.push(toAddressPart(binding));
    else elsewhere.set(binding.name, binding.source);
  }
  return { parts, elsewhere };
}

function flattenBeans(bindings: readonly Binding[]): readonly Binding[] {
  return bindings.flatMap((binding) =>
    binding.source === 'bean'
      ? flattenBeans([...binding.parameters, ...binding.fields.map((field) => field.binding)])
      : [binding],
  );
}

function toAddressPart(binding: NamedBinding): AddressPart {
  const { source, name, default: text, raw = false } = binding;
  const converter = compileConverter(binding);
  const convert = compileCheck(binding, converter);
  return {
    source: source as AddressPart['source'],
    name,
    raw,
    optional: text !== undefined || converter === undefined || mayBeAbsent(converter),
    toStrings(value) {
      const problem = (detail: string): AddressProblem => ({ name, detail });
      const isList = Array.isArray(value);
      if (isList && (source === 'path' || (converter !== undefined && converter.texts === undefined)))
        return problem('is a list; pass one value');
      const texts: string[] = [];
      for (const each of isList ? (value as readonly unknown[]) : [value]) {
        const one = toAddressString(each);
        if (one === undefined)
          return problem(`is not a string, number, boolean or date: ${describeValue(each)}`);
        // For most types, the server treats an empty string as missing.
        if (one === '' && source !== 'path' && converter?.acceptsEmpty === false) return problem('is empty');
        const failure = one === '' && converter?.acceptsEmpty === false ? undefined : convert?.(one);
        if (failure !== undefined) return problem(`${failure}: ${JSON.stringify(one)}`);
        texts.push(one);
      }
      return texts;
    },
  };
}

/**
 * Compiles the type of a parameter. Returns undefined if a reader converts the value, or if the type is invalid, which
 * is reported at start-up.
 */
function compileConverter({ type, reader }: NamedBinding): Converter | undefined {
  if (reader !== undefined) return undefined;
  try {
    return compileType(type);
  } catch (error) {
    if (error instanceof TypeProblem) return undefined;
    throw error;
  }
}

function mayBeAbsent({ optional, whenAbsent }: Converter): boolean {
  return optional || (whenAbsent !== undefined && !(whenAbsent() instanceof Failure));
}

/**
 * Compiles the check that the server applies to a string in a request; undefined if strings are not converted.
 * Asynchronous checks and `valid: true` are left to the server, and so is the schema of a list, because each string is
 * only one of its elements.
 */
function compileCheck(
  { valid }: NamedBinding,
  converter: Converter | undefined,
): ((text: string) => string | undefined) | undefined {
  const convert = converter?.text;
  if (convert === undefined) return undefined;
  const schema = valid === true ? undefined : valid;
  return (text) => {
    const value = convert(text);
    const first = describeFailure(value);
    if (
      first !== undefined ||
      value instanceof Promise ||
      schema === undefined ||
      converter?.texts !== undefined
    )
      return first;
    return describeFailure(checkWith(schema, value));
  };
}

function describeFailure(value: unknown): string | undefined {
  if (value instanceof Promise) {
    value.catch(() => {});
    return undefined;
  }
  return value instanceof Failure ? value.issues.map(({ detail }) => detail).join(', ') : undefined;
}

function describeValue(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return Array.isArray(value)
    ? 'a list in a list'
    : value === null
      ? 'null'
      : `a value of type ${typeof value}`;
}
