import type { TSType, TSTypeParameterDeclaration } from '@oxc-project/types';
import { createNode } from './create-node.ts';
import { isMappedType, parseMappedType } from './parse-mapped.ts';
import { parseTypeMembers } from './parse-members.ts';
import { UnreadableError } from './scan.ts';
import type { Tokens } from './tokens.ts';

const KEYWORDS: Readonly<Record<string, TSType['type']>> = {
  any: 'TSAnyKeyword',
  bigint: 'TSBigIntKeyword',
  boolean: 'TSBooleanKeyword',
  never: 'TSNeverKeyword',
  null: 'TSNullKeyword',
  number: 'TSNumberKeyword',
  object: 'TSObjectKeyword',
  string: 'TSStringKeyword',
  symbol: 'TSSymbolKeyword',
  undefined: 'TSUndefinedKeyword',
  unknown: 'TSUnknownKeyword',
  void: 'TSVoidKeyword',
};

/**
 * Parses a type up to one of the given tokens. A type that this parser does not support, such as a function type or a
 * conditional type, is skipped and becomes a conditional type, which the type readers do not support either.
 */
export function parseTypeUpTo(tokens: Tokens, ...ends: readonly string[]): TSType {
  const { start } = tokens.next;
  try {
    const type = parseType(tokens);
    if (tokens.at(...ends) || tokens.isOnNewLine() || tokens.next.kind === 'end') return type;
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
  }
  tokens.moveTo(start);
  tokens.skipTo(...ends);
  return createNode('TSConditionalType', start, tokens.previousEnd);
}

/** Parses `: T`, if present. */
export function parseAnnotation(tokens: Tokens, ...ends: readonly string[]): object | null {
  const { start } = tokens.next;
  if (!tokens.skip(':')) return null;
  const typeAnnotation = parseTypeUpTo(tokens, ...ends);
  return createNode('TSTypeAnnotation', start, tokens.previousEnd, { typeAnnotation });
}

/** @throws UnreadableError */
function parseType(tokens: Tokens): TSType {
  return parseJoined(tokens, '|', 'TSUnionType', () =>
    parseJoined(tokens, '&', 'TSIntersectionType', () => parseOperator(tokens)),
  );
}

function parseJoined(
  tokens: Tokens,
  sign: string,
  kind: 'TSUnionType' | 'TSIntersectionType',
  parse: () => TSType,
): TSType {
  const { start } = tokens.next;
  const isLed = tokens.skip(sign);
  const types = [parse()];
  while (tokens.skip(sign)) types.push(parse());
  return types.length === 1 && !isLed ? types[0]! : createNode(kind, start, tokens.previousEnd, { types });
}

function parseOperator(tokens: Tokens): TSType {
  const { start, value: operator } = tokens.next;
  if (
    !tokens.at('keyof', 'readonly', 'unique') ||
    tokens.isFollowedBy('|', '&', ',', ';', ')', ']', '}', '=')
  )
    return parsePostfix(tokens);
  tokens.take();
  const typeAnnotation = parseOperator(tokens);
  return createNode('TSTypeOperator', start, tokens.previousEnd, { operator, typeAnnotation });
}

function parsePostfix(tokens: Tokens): TSType {
  const { start } = tokens.next;
  let type = parsePrimary(tokens);
  // A bracket on a new line starts another member.
  while (!tokens.isOnNewLine() && tokens.skip('[')) {
    if (tokens.skip(']')) type = createNode('TSArrayType', start, tokens.previousEnd, { elementType: type });
    else {
      const indexType = parseType(tokens);
      tokens.expect(']');
      type = createNode('TSIndexedAccessType', start, tokens.previousEnd, { objectType: type, indexType });
    }
  }
  return type;
}

function parsePrimary(tokens: Tokens): TSType {
  const { kind, value, start } = tokens.next;
  const literal = (parts: object, type = 'Literal'): TSType => {
    const inside = createNode(type, start, tokens.previousEnd, parts);
    return createNode('TSLiteralType', start, tokens.previousEnd, { literal: inside });
  };
  if (kind === 'string') return tokens.take() && literal({ value });
  if (kind === 'number') return tokens.take() && literal({ value: Number(value) });
  if (kind === 'bigint') return tokens.take() && literal({ value: BigInt(value.slice(0, -1)) });
  if (kind === 'name') return parseNamedType(tokens);
  switch (value) {
    case '-': {
      tokens.take();
      const { kind: after, value: digits, start: at } = tokens.take();
      if (after !== 'number') throw new UnreadableError('expected a number');
      const argument = createNode('Literal', at, tokens.previousEnd, { value: Number(digits) });
      return literal({ operator: '-', prefix: true, argument }, 'UnaryExpression');
    }
    case '`':
      return parseTemplate(tokens);
    case '(': {
      tokens.take();
      const typeAnnotation = parseType(tokens);
      tokens.expect(')');
      if (tokens.at('=>')) throw new UnreadableError('function types are not supported');
      return createNode('TSParenthesizedType', start, tokens.previousEnd, { typeAnnotation });
    }
    case '[':
      return parseTuple(tokens);
    case '{': {
      if (isMappedType(tokens)) return parseMappedType(tokens, { parseType, parseTypeUpTo });
      const members = parseTypeMembers(tokens, parseAnnotation);
      return createNode('TSTypeLiteral', start, tokens.previousEnd, { members });
    }
    default:
      throw new UnreadableError(`expected a type, not "${value}"`);
  }
}

function parseNamedType(tokens: Tokens): TSType {
  const { value, start } = tokens.next;
  const keyword = Object.hasOwn(KEYWORDS, value) ? KEYWORDS[value] : undefined;
  if (keyword !== undefined) {
    tokens.take();
    return createNode(keyword, start, tokens.previousEnd);
  }
  switch (value) {
    case 'true':
    case 'false': {
      tokens.take();
      const literal = createNode('Literal', start, tokens.previousEnd, { value: value === 'true' });
      return createNode('TSLiteralType', start, tokens.previousEnd, { literal });
    }
    case 'typeof': {
      tokens.take();
      const exprName = tokens.at('import') ? parseImport(tokens) : parseQualifiedName(tokens);
      const typeArguments = parseArguments(tokens);
      return createNode('TSTypeQuery', start, tokens.previousEnd, { exprName, typeArguments });
    }
    case 'import':
      return parseImport(tokens);
    case 'this':
    case 'new':
      throw new UnreadableError(`"${value}" is not supported in a type`);
    default: {
      const typeName = parseQualifiedName(tokens);
      const typeArguments = parseArguments(tokens);
      return createNode('TSTypeReference', start, tokens.previousEnd, { typeName, typeArguments });
    }
  }
}

/** Parses `Note` or `notes.Note`. */
function parseQualifiedName(tokens: Tokens): { readonly type: string } {
  const { start } = tokens.next;
  let name: { readonly type: string } = parseIdentifier(tokens);
  while (tokens.skip('.')) {
    const right = parseIdentifier(tokens);
    name = createNode('TSQualifiedName', start, tokens.previousEnd, { left: name, right });
  }
  return name;
}

function parseIdentifier(tokens: Tokens): { readonly type: string } {
  const { value, start, end } = tokens.name();
  return createNode('Identifier', start, end, { name: value });
}

/** Parses `import('./note.js').Note`. */
function parseImport(tokens: Tokens): TSType {
  const { start } = tokens.next;
  tokens.expect('import');
  tokens.expect('(');
  const source = createNode('Literal', tokens.next.start, tokens.next.end, { value: tokens.string() });
  tokens.skipTo(')');
  tokens.expect(')');
  const qualifier = tokens.skip('.') ? parseQualifiedName(tokens) : null;
  const typeArguments = parseArguments(tokens);
  return createNode('TSImportType', start, tokens.previousEnd, { source, qualifier, typeArguments });
}

function parseArguments(tokens: Tokens): object | null {
  const { start } = tokens.next;
  if (!tokens.skip('<')) return null;
  const params: TSType[] = [];
  do params.push(parseTypeUpTo(tokens, ',', '>'));
  while (tokens.skip(','));
  tokens.expect('>');
  return createNode('TSTypeParameterInstantiation', start, tokens.previousEnd, { params });
}

/** Parses the names and the defaults of type parameters, and skips their constraints. */
export function parseTypeParameters(tokens: Tokens): TSTypeParameterDeclaration | null {
  const { start } = tokens.next;
  if (!tokens.skip('<')) return null;
  const params: object[] = [];
  while (!tokens.at('>') && tokens.next.kind !== 'end') {
    while (tokens.at('const', 'in', 'out') && !tokens.isFollowedBy(',', '>', 'extends', '=')) tokens.take();
    const name = parseIdentifier(tokens);
    tokens.skipTo('=', ',', '>');
    params.push({ name, default: tokens.skip('=') ? parseTypeUpTo(tokens, ',', '>') : null });
    tokens.skip(',');
  }
  tokens.expect('>');
  return createNode('TSTypeParameterDeclaration', start, tokens.previousEnd, { params });
}

function parseTemplate(tokens: Tokens): TSType {
  const { start } = tokens.next;
  tokens.expect('`');
  const quasis: object[] = [];
  const types: TSType[] = [];
  for (;;) {
    const { cooked, isLast } = tokens.templatePiece();
    quasis.push({ type: 'TemplateElement', value: { cooked } });
    if (isLast) break;
    types.push(parseType(tokens));
    tokens.expect('}');
  }
  if (types.length > 0)
    return createNode('TSTemplateLiteralType', start, tokens.previousEnd, { quasis, types });
  const literal = createNode('TemplateLiteral', start, tokens.previousEnd, { quasis, expressions: [] });
  return createNode('TSLiteralType', start, tokens.previousEnd, { literal });
}

function parseTuple(tokens: Tokens): TSType {
  const { start } = tokens.next;
  tokens.expect('[');
  const elementTypes: object[] = [];
  while (!tokens.at(']')) {
    elementTypes.push(parseElement(tokens));
    if (!tokens.skip(',')) break;
  }
  tokens.expect(']');
  return createNode('TSTupleType', start, tokens.previousEnd, { elementTypes });
}

function parseElement(tokens: Tokens): { readonly type: string } {
  const { start } = tokens.next;
  const isRest = tokens.skip('...');
  let element: { readonly type: string };
  if (tokens.next.kind === 'name' && (tokens.isFollowedBy(':') || isOptionalName(tokens))) {
    const label = parseIdentifier(tokens);
    const optional = tokens.skip('?');
    tokens.expect(':');
    element = createNode('TSNamedTupleMember', start, tokens.previousEnd, {
      label,
      optional,
      elementType: parseType(tokens),
    });
  } else {
    element = parseType(tokens);
    if (tokens.skip('?'))
      element = createNode('TSOptionalType', start, tokens.previousEnd, { typeAnnotation: element });
  }
  return isRest ? createNode('TSRestType', start, tokens.previousEnd, { typeAnnotation: element }) : element;
}

/** Whether a tuple element starts with `name?:`. */
function isOptionalName(tokens: Tokens): boolean {
  return /^[^\S]*\?\s*:/.test(tokens.text.slice(tokens.next.end));
}
