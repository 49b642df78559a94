import type { Type } from '@writ/http';
import { isKind, listEnumValues } from '@writ/http/kernel';
import { declaredName, isEnumObject } from './types.ts';

/** Formats the type in TypeScript notation, for findings: `"a" | "b"`, `string[]`. */
export function formatType(type: Type): string {
  if (isEnumObject(type)) return formatUnion(listEnumValues(type).map((value) => JSON.stringify(value)));
  if (isKind(type, 'oneOf')) return formatUnion(type.values.map((value) => JSON.stringify(value)));
  if (isKind(type, 'optional')) return `${formatType(type.of)} | undefined`;
  if (isKind(type, 'nullable')) return `${formatType(type.of)} | null`;
  if (isKind(type, 'union')) return formatUnion(type.of.map(formatType));
  if (isKind(type, 'array')) return `${formatElement(type.of)}[]`;
  if (isKind(type, 'set')) return `Set<${formatType(type.of)}>`;
  if (isKind(type, 'map')) return `Map<${formatType(type.key)}, ${formatType(type.of)}>`;
  if (isKind(type, 'tuple')) {
    const rest = type.rest === undefined ? [] : [`...${formatElement(type.rest)}[]`];
    return `[${[...type.of.map(formatType), ...rest].join(', ')}]`;
  }
  if (isKind(type, 'recursive') || isKind(type, 'self')) return type.name;
  if (isKind(type, 'template'))
    return `\`${type.of.map((part) => (typeof part === 'string' ? part : `\${${formatType(part)}}`)).join('')}\``;
  if (isKind(type, 'object')) {
    const fields = Object.entries(type.fields as Readonly<Record<string, Type>>).map(([name, field]) =>
      isKind(field, 'optional') ? `${name}?: ${formatType(field.of)}` : `${name}: ${formatType(field)}`,
    );
    const rest = type.rest === undefined ? [] : [`[name: string]: ${formatType(type.rest)}`];
    const members = [...fields, ...rest];
    return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`;
  }
  return declaredName(type);
}

/** Formats a union of at most eight members and omits the others, because enums may have hundreds of values. */
function formatUnion(members: readonly string[]): string {
  return members.length > 8 ? [...members.slice(0, 8), '…'].join(' | ') : members.join(' | ');
}

const UNIONS = ['oneOf', 'optional', 'nullable', 'union'] as const;

/** Formats the type of the elements of an array, in parentheses if it is a union. */
function formatElement(type: Type): string {
  const isUnion = isEnumObject(type) || UNIONS.some((kind) => isKind(type, kind));
  const text = formatType(type);
  return isUnion && text.includes(' | ') ? `(${text})` : text;
}
