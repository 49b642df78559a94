import type { TSMappedType, TSType } from '@oxc-project/types';
import { createNode } from './create-node.ts';
import type { Tokens } from './tokens.ts';

/** The parsers of types, which are passed because types and mapped types contain each other. */
interface TypeParsers {
  readonly parseType: (tokens: Tokens) => TSType;
  readonly parseTypeUpTo: (tokens: Tokens, ...ends: readonly string[]) => TSType;
}

/** Whether the next bracket begins a mapped type, such as `{ readonly [K in Keys]?: T }`. */
export function isMappedType(tokens: Tokens): boolean {
  const inside = tokens.text.slice(tokens.next.end);
  return /^\s*(?:[+-]?\s*readonly\s*)?\[\s*[\p{ID_Start}$_][\p{ID_Continue}$]*\s+in\s/u.test(inside);
}

/** Parses a mapped type. @throws UnreadableError */
export function parseMappedType(tokens: Tokens, { parseType, parseTypeUpTo }: TypeParsers): TSType {
  const { start } = tokens.next;
  tokens.expect('{');
  const readonly = parseModifier(tokens, 'readonly');
  tokens.expect('[');
  const { value: name, start: from, end } = tokens.name();
  const key = createNode('Identifier', from, end, { name });
  tokens.expect('in');
  const constraint = parseType(tokens);
  const nameType = tokens.skip('as') ? parseType(tokens) : null;
  tokens.expect(']');
  const optional = parseModifier(tokens, '?');
  const typeAnnotation = tokens.skip(':') ? parseTypeUpTo(tokens, ';', '}') : null;
  tokens.skip(';', ',');
  tokens.expect('}');
  const parts = { key, constraint, nameType, typeAnnotation, optional, readonly };
  return createNode('TSMappedType', start, tokens.previousEnd, parts);
}

/** Parses a modifier, which may be preceded by a sign: `+readonly`, `-?`. */
function parseModifier(tokens: Tokens, modifier: string): TSMappedType['optional'] {
  const sign = tokens.at('+', '-') ? (tokens.take().value as '+' | '-') : undefined;
  if (sign === undefined) return tokens.skip(modifier);
  tokens.expect(modifier);
  return sign;
}
