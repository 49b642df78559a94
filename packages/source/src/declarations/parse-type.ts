import type { TSType, TSTypeParameterDeclaration } from 'oxc-parser';
import { node } from './nodes.ts';
import { parseTypeMembers } from './parse-members.ts';
import { Unreadable } from './scan.ts';
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
 * The type up to one of the signs. What no value of a request can be, such as a function or a condition, is passed over:
 * it becomes a type that no reader understands.
 */
export function parseTypeUpTo(tokens: Tokens, ...ends: readonly string[]): TSType {
  const { start } = tokens.next;
  try {
    const type = parseType(tokens);
    if (tokens.at(...ends) || tokens.isOnNewLine() || tokens.next.kind === 'end') return type;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
  }
  tokens.moveTo(start);
  tokens.skipTo(...ends);
  return node('TSConditionalType', start, tokens.before);
}

/** `: T`, when there is one. */
export function parseAnnotation(tokens: Tokens, ...ends: readonly string[]): object | null {
  const { start } = tokens.next;
  if (!tokens.skip(':')) return null;
  const typeAnnotation = parseTypeUpTo(tokens, ...ends);
  return node('TSTypeAnnotation', start, tokens.before, { typeAnnotation });
}

/** @throws Unreadable */
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
  return types.length === 1 && !isLed ? types[0]! : node(kind, start, tokens.before, { types });
}

function parseOperator(tokens: Tokens): TSType {
  const { start, value: operator } = tokens.next;
  if (!tokens.at('keyof', 'readonly', 'unique') || tokens.isBefore('|', '&', ',', ';', ')', ']', '}', '='))
    return parsePostfix(tokens);
  tokens.take();
  const typeAnnotation = parseOperator(tokens);
  return node('TSTypeOperator', start, tokens.before, { operator, typeAnnotation });
}

function parsePostfix(tokens: Tokens): TSType {
  const { start } = tokens.next;
  let type = parsePrimary(tokens);
  // A line that begins with a bracket is another member.
  while (!tokens.isOnNewLine() && tokens.skip('[')) {
    if (tokens.skip(']')) type = node('TSArrayType', start, tokens.before, { elementType: type });
    else {
      const indexType = parseType(tokens);
      tokens.expect(']');
      type = node('TSIndexedAccessType', start, tokens.before, { objectType: type, indexType });
    }
  }
  return type;
}

function parsePrimary(tokens: Tokens): TSType {
  const { kind, value, start } = tokens.next;
  const literal = (parts: object, type = 'Literal'): TSType => {
    const inside = node(type, start, tokens.before, parts);
    return node('TSLiteralType', start, tokens.before, { literal: inside });
  };
  if (kind === 'string') return tokens.take() && literal({ value });
  if (kind === 'number') return tokens.take() && literal({ value: Number(value) });
  if (kind === 'bigint') return tokens.take() && literal({ value: BigInt(value.slice(0, -1)) });
  if (kind === 'name') return parseNamed(tokens);
  switch (value) {
    case '-': {
      tokens.take();
      const { kind: after, value: digits, start: at } = tokens.take();
      if (after !== 'number') throw new Unreadable('a number is expected');
      const argument = node('Literal', at, tokens.before, { value: Number(digits) });
      return literal({ operator: '-', prefix: true, argument }, 'UnaryExpression');
    }
    case '`':
      return parseTemplate(tokens);
    case '(': {
      tokens.take();
      const typeAnnotation = parseType(tokens);
      tokens.expect(')');
      if (tokens.at('=>')) throw new Unreadable('a function');
      return node('TSParenthesizedType', start, tokens.before, { typeAnnotation });
    }
    case '[':
      return parseTuple(tokens);
    case '{': {
      const members = parseTypeMembers(tokens, parseAnnotation);
      return node('TSTypeLiteral', start, tokens.before, { members });
    }
    default:
      throw new Unreadable(`a type is expected, not "${value}"`);
  }
}

function parseNamed(tokens: Tokens): TSType {
  const { value, start } = tokens.next;
  const keyword = Object.hasOwn(KEYWORDS, value) ? KEYWORDS[value] : undefined;
  if (keyword !== undefined) {
    tokens.take();
    return node(keyword, start, tokens.before);
  }
  switch (value) {
    case 'true':
    case 'false': {
      tokens.take();
      const literal = node('Literal', start, tokens.before, { value: value === 'true' });
      return node('TSLiteralType', start, tokens.before, { literal });
    }
    case 'typeof': {
      tokens.take();
      const exprName = tokens.at('import') ? parseImport(tokens) : parseQualified(tokens);
      const typeArguments = parseArguments(tokens);
      return node('TSTypeQuery', start, tokens.before, { exprName, typeArguments });
    }
    case 'import':
      return parseImport(tokens);
    case 'this':
    case 'new':
      throw new Unreadable(value);
    default: {
      const typeName = parseQualified(tokens);
      const typeArguments = parseArguments(tokens);
      return node('TSTypeReference', start, tokens.before, { typeName, typeArguments });
    }
  }
}

/** `Note`, `notes.Note`. */
function parseQualified(tokens: Tokens): { readonly type: string } {
  const { start } = tokens.next;
  let name: { readonly type: string } = parseIdentifier(tokens);
  while (tokens.skip('.')) {
    const right = parseIdentifier(tokens);
    name = node('TSQualifiedName', start, tokens.before, { left: name, right });
  }
  return name;
}

function parseIdentifier(tokens: Tokens): { readonly type: string } {
  const { value, start, end } = tokens.name();
  return node('Identifier', start, end, { name: value });
}

/** `import('./note.js').Note`. */
function parseImport(tokens: Tokens): TSType {
  const { start } = tokens.next;
  tokens.expect('import');
  tokens.expect('(');
  const source = node('Literal', tokens.next.start, tokens.next.end, { value: tokens.string() });
  tokens.skipTo(')');
  tokens.expect(')');
  const qualifier = tokens.skip('.') ? parseQualified(tokens) : null;
  const typeArguments = parseArguments(tokens);
  return node('TSImportType', start, tokens.before, { source, qualifier, typeArguments });
}

function parseArguments(tokens: Tokens): object | null {
  const { start } = tokens.next;
  if (!tokens.skip('<')) return null;
  const params: TSType[] = [];
  do params.push(parseTypeUpTo(tokens, ',', '>'));
  while (tokens.skip(','));
  tokens.expect('>');
  return node('TSTypeParameterInstantiation', start, tokens.before, { params });
}

/** Of the declared ones only the names count. */
export function parseTypeParameters(tokens: Tokens): TSTypeParameterDeclaration | null {
  const { start } = tokens.next;
  if (!tokens.skip('<')) return null;
  const params: object[] = [];
  while (!tokens.at('>') && tokens.next.kind !== 'end') {
    while (tokens.at('const', 'in', 'out') && !tokens.isBefore(',', '>', 'extends', '=')) tokens.take();
    params.push({ name: parseIdentifier(tokens) });
    tokens.skipTo(',', '>');
    tokens.skip(',');
  }
  tokens.expect('>');
  return node('TSTypeParameterDeclaration', start, tokens.before, { params });
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
  if (types.length > 0) return node('TSTemplateLiteralType', start, tokens.before, { quasis, types });
  const literal = node('TemplateLiteral', start, tokens.before, { quasis, expressions: [] });
  return node('TSLiteralType', start, tokens.before, { literal });
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
  return node('TSTupleType', start, tokens.before, { elementTypes });
}

function parseElement(tokens: Tokens): { readonly type: string } {
  const { start } = tokens.next;
  const isRest = tokens.skip('...');
  let element: { readonly type: string };
  if (tokens.next.kind === 'name' && (tokens.isBefore(':') || isOptionalName(tokens))) {
    const label = parseIdentifier(tokens);
    const optional = tokens.skip('?');
    tokens.expect(':');
    element = node('TSNamedTupleMember', start, tokens.before, {
      label,
      optional,
      elementType: parseType(tokens),
    });
  } else {
    element = parseType(tokens);
    if (tokens.skip('?')) element = node('TSOptionalType', start, tokens.before, { typeAnnotation: element });
  }
  return isRest ? node('TSRestType', start, tokens.before, { typeAnnotation: element }) : element;
}

/** `name?:` */
function isOptionalName(tokens: Tokens): boolean {
  return /^[^\S]*\?\s*:/.test(tokens.text.slice(tokens.next.end));
}
