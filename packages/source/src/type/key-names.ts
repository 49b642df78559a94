import type { TSType, TSTypeReference } from '@oxc-project/types';
import { literalsOf } from './access.ts';
import type { Literal } from './literals.ts';
import { reportUnsupportedType, type OpenNames, type ReadType } from './read-type.ts';
import type { Scope } from './scope.ts';

/** Reads the values of a literal union or an enum as key names; reports other types and returns undefined. */
export function readKeyNames(
  node: TSType,
  scope: Scope,
  open: OpenNames,
  read: ReadType,
): ReadonlySet<string> | undefined {
  const type = read(node, scope, open);
  if (type === undefined) return undefined;
  const values = literalsOf(type);
  return values === undefined
    ? reportUnsupportedType(node, scope, "write the keys as strings: 'a' | 'b'")
    : new Set(values.map(String));
}

/** The types that change the case of literals. */
const CHANGES: Readonly<Record<string, (text: string) => string>> = {
  Uppercase: (text) => text.toUpperCase(),
  Lowercase: (text) => text.toLowerCase(),
  Capitalize: (text) => text.slice(0, 1).toUpperCase() + text.slice(1),
  Uncapitalize: (text) => text.slice(0, 1).toLowerCase() + text.slice(1),
};

/** Returns the literals of a type such as `Capitalize<'a' | 'b'>`; undefined for other types. */
export function changeCase(name: string, values: readonly Literal[]): readonly Literal[] | undefined {
  const change = Object.hasOwn(CHANGES, name) ? CHANGES[name] : undefined;
  return change && values.map((value) => (typeof value === 'string' ? change(value) : value));
}

/**
 * Reads the new names of a key in a mapped type, such as `get_${K}` in `{ [K in Keys as `get_${K}`]: T }`. The list is
 * empty if the type removes the key, as `Exclude<K, 'id'>` does.
 */
export function readNewNames(
  node: TSType,
  scope: Scope,
  open: OpenNames,
  read: ReadType,
): ReadonlySet<string> | undefined {
  const filter = filterOf(node);
  if (filter === undefined) return readKeyNames(node, scope, open, read);
  const [from, others] = filter.typeArguments!.params.map((each) => readKeyNames(each, scope, open, read));
  if (from === undefined || others === undefined) return undefined;
  const extracts = nameOf(filter) === 'Extract';
  return new Set([...from].filter((name) => others.has(name) === extracts));
}

/** Returns the reference to `Exclude` or `Extract`, if the type is one. */
function filterOf(node: TSType): TSTypeReference | undefined {
  if (node.type !== 'TSTypeReference' || node.typeArguments?.params.length !== 2) return undefined;
  return ['Exclude', 'Extract'].includes(nameOf(node)) ? node : undefined;
}

function nameOf({ typeName }: TSTypeReference): string {
  return typeName.type === 'Identifier' ? typeName.name : '';
}
