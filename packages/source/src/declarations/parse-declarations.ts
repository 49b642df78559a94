import type { Class, VariableDeclarator } from '@oxc-project/types';
import type { Declarations, ExportedName, ImportedName, TypeDeclaration } from '../module/declarations.ts';
import { createNode } from './create-node.ts';
import { parseClassMembers } from './parse-class.ts';
import { parseTypeMembers } from './parse-members.ts';
import { parseAnnotation, parseTypeParameters, parseTypeUpTo } from './parse-type.ts';
import { UnreadableError } from './scan.ts';
import { Tokens } from './tokens.ts';

interface Module extends Declarations {
  readonly classes: Map<string, Class>;
  readonly types: Map<string, TypeDeclaration[]>;
  readonly constants: Map<string, VariableDeclarator>;
  readonly exports: Map<string, ExportedName>;
  readonly typeExports: Map<string, ExportedName>;
  readonly starExports: string[];
  readonly imports: Map<string, ImportedName>;
}

/** Parses the declarations of a declaration file without the compiler; skips declarations that it cannot parse. */
export function parseDeclarations(text: string): Declarations {
  const tokens = new Tokens(text);
  const exports = new Map<string, ExportedName>();
  const module: Module = {
    classes: new Map(),
    types: new Map(),
    constants: new Map(),
    exports,
    // Every export of a declaration file counts as a value, so the maps are the same.
    typeExports: exports,
    starExports: [],
    imports: new Map(),
  };
  while (tokens.next.kind !== 'end') {
    const { start } = tokens.next;
    try {
      parseStatement(tokens, module);
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      tokens.moveTo(start);
      skipStatement(tokens);
    }
  }
  return module;
}

function skipStatement(tokens: Tokens): void {
  while (tokens.next.kind !== 'end') {
    const isBlock = tokens.at('{');
    const isEnd = tokens.at(';');
    tokens.skipOne();
    if (isEnd) return;
    if (isBlock && tokens.isOnNewLine() && !tokens.at('|', '&', '[', ';', ',')) return;
    if (tokens.isOnNewLine() && tokens.at('import', 'export', ...DECLARATION_KEYWORDS)) return;
  }
}

function parseStatement(tokens: Tokens, module: Module): void {
  if (tokens.skip(';')) return;
  if (tokens.at('import')) parseImport(tokens, module);
  else if (tokens.skip('export')) parseExport(tokens, module);
  else parseDeclaration(tokens, module);
}

function parseImport(tokens: Tokens, { imports }: Module): void {
  tokens.expect('import');
  if (tokens.next.kind === 'string') return endStatement(tokens);
  if (tokens.at('type') && !tokens.isFollowedBy('from', ',', '=')) tokens.take();
  const found: [local: string, name: string | undefined][] = [];
  if (tokens.next.kind === 'name') found.push([tokens.take().value, 'default']);
  tokens.skip(',');
  if (tokens.skip('*')) {
    tokens.expect('as');
    found.push([tokens.name().value, undefined]);
  } else if (tokens.at('{')) {
    for (const { name, as } of parseSpecifiers(tokens)) found.push([as, name]);
  }
  tokens.expect('from');
  const specifier = tokens.string();
  for (const [local, name] of found) imports.set(local, { specifier, name });
  endStatement(tokens);
}

function parseExport(tokens: Tokens, module: Module): void {
  const { start, end } = tokens.next;
  const range = { start, end };
  const { exports, starExports } = module;
  if (tokens.at('type') && tokens.isFollowedBy('{', '*')) tokens.take();
  if (tokens.skip('*')) {
    const as = tokens.skip('as') ? tokens.take().value : undefined;
    tokens.expect('from');
    const specifier = tokens.string();
    if (as === undefined) starExports.push(specifier);
    else exports.set(as, { specifier, name: undefined, ...range });
    return endStatement(tokens);
  }
  if (tokens.at('{')) {
    const specifiers = parseSpecifiers(tokens);
    const specifier = tokens.skip('from') ? tokens.string() : undefined;
    for (const { name, as } of specifiers)
      exports.set(as, specifier === undefined ? { local: name, ...range } : { specifier, name, ...range });
    return endStatement(tokens);
  }
  if (tokens.at('=', 'as', 'import')) throw new UnreadableError('this kind of export is not supported');
  const isDefault = tokens.skip('default');
  if (
    isDefault &&
    tokens.next.kind === 'name' &&
    !tokens.at(...DECLARATION_KEYWORDS) &&
    !tokens.isFollowedBy('.')
  ) {
    exports.set('default', { local: tokens.take().value, ...range });
    return endStatement(tokens);
  }
  for (const name of parseDeclaration(tokens, module))
    exports.set(isDefault ? 'default' : name, { local: name, ...range });
}

/** The keywords that start a declaration. Others, such as `let` and `namespace`, follow `export` or `declare`. */
const DECLARATION_KEYWORDS = [
  'abstract',
  'async',
  'class',
  'const',
  'declare',
  'enum',
  'function',
  'interface',
  'type',
];

function parseSpecifiers(tokens: Tokens): readonly { readonly name: string; readonly as: string }[] {
  tokens.expect('{');
  const specifiers: { name: string; as: string }[] = [];
  while (!tokens.at('}')) {
    if (
      tokens.at('type') &&
      !tokens.isFollowedBy(',', '}') &&
      !(tokens.isFollowedBy('as') && isTypeNamed(tokens))
    )
      tokens.take();
    const name = tokens.take().value;
    specifiers.push({ name, as: tokens.skip('as') ? tokens.take().value : name });
    if (!tokens.skip(',')) break;
  }
  tokens.expect('}');
  return specifiers;
}

/** Whether a specifier that begins with `type as` is `type as X`, which renames `type`, and not the type-only `type as`. */
function isTypeNamed(tokens: Tokens): boolean {
  return /^\s+as\s+(?!as\s)[\p{ID_Continue}$]+\s*[,}]/u.test(tokens.text.slice(tokens.next.end));
}

/** Parses a declaration; returns the names that it declares. */
function parseDeclaration(tokens: Tokens, module: Module): readonly string[] {
  while (tokens.at('declare', 'abstract', 'async') && !tokens.isFollowedBy(';', ':', '=')) tokens.take();
  const { start } = tokens.next;
  if (tokens.at('const') && tokens.isFollowedBy('enum')) return [parseEnum(tokens, module, start)];
  switch (tokens.next.value) {
    case 'enum':
      return [parseEnum(tokens, module, start)];
    case 'type':
      return [parseAlias(tokens, module, start)];
    case 'interface':
      return [parseInterface(tokens, module, start)];
    case 'class':
      return [parseClass(tokens, module, start)];
    case 'const':
    case 'let':
    case 'var':
      return parseVariables(tokens, module, start);
    case 'namespace':
    case 'module':
    case 'global':
      tokens.skipTo('{', ';');
      tokens.skipOne();
      return [];
    default:
      throw new UnreadableError(`this kind of declaration is not supported: "${tokens.next.value}"`);
  }
}

function parseEnum(tokens: Tokens, { types }: Module, start: number): string {
  const isConst = tokens.skip('const');
  tokens.expect('enum');
  const name = tokens.name().value;
  tokens.expect('{');
  const members: object[] = [];
  while (!tokens.at('}')) {
    const { kind, value, start: at } = tokens.take();
    const id = kind === 'string' ? { type: 'Literal', value } : { type: 'Identifier', name: value };
    const initializer = tokens.skip('=') ? parseValue(tokens, ',', '}') : null;
    members.push(createNode('TSEnumMember', at, tokens.previousEnd, { id, initializer }));
    if (!tokens.skip(',')) break;
  }
  tokens.expect('}');
  const parts = { body: { members }, const: isConst, declare: true };
  addDeclaration(types, name, createNode('TSEnumDeclaration', start, tokens.previousEnd, parts));
  return name;
}

function parseAlias(tokens: Tokens, { types }: Module, start: number): string {
  tokens.expect('type');
  const name = tokens.name().value;
  const typeParameters = parseTypeParameters(tokens);
  tokens.expect('=');
  const typeAnnotation = parseTypeUpTo(tokens, ';');
  endStatement(tokens);
  addDeclaration(
    types,
    name,
    createNode('TSTypeAliasDeclaration', start, tokens.previousEnd, { typeParameters, typeAnnotation }),
  );
  return name;
}

function parseInterface(tokens: Tokens, { types }: Module, start: number): string {
  tokens.expect('interface');
  const name = tokens.name().value;
  const typeParameters = parseTypeParameters(tokens);
  const bases: object[] = [];
  if (tokens.skip('extends')) {
    do bases.push(parseBase(tokens, ','));
    while (tokens.skip(','));
  }
  const body = parseTypeMembers(tokens, parseAnnotation);
  const parts = { typeParameters, extends: bases, body: { body } };
  addDeclaration(types, name, createNode('TSInterfaceDeclaration', start, tokens.previousEnd, parts));
  return name;
}

interface Base {
  readonly expression: object;
  readonly typeArguments: object | null;
}

/**
 * Parses the type after `extends`, up to the body or `end`. A class may extend any expression; one that is not a type
 * name becomes a call, which no reader follows.
 */
function parseBase(tokens: Tokens, end: string): Base {
  const { start } = tokens.next;
  const type = parseTypeUpTo(tokens, end, '{');
  if (type.type !== 'TSTypeReference')
    return {
      ...type,
      expression: createNode('CallExpression', start, tokens.previousEnd),
      typeArguments: null,
    };
  const { typeName, typeArguments } = type;
  return { ...type, expression: toExpression(typeName), typeArguments };
}

/** Converts a type name, such as `notes.Note`, to the expression that consists of the same names. */
function toExpression(name: unknown): object {
  const { type, left, right } = name as { type: string; left: unknown; right: unknown };
  if (type !== 'TSQualifiedName') return name as object;
  return { type: 'MemberExpression', object: left, property: right };
}

function parseClass(tokens: Tokens, { classes }: Module, start: number): string {
  tokens.expect('class');
  const isNamed = tokens.next.kind === 'name' && !tokens.at('extends', 'implements');
  const name = isNamed ? tokens.take().value : 'default';
  const typeParameters = parseTypeParameters(tokens);
  const base = tokens.skip('extends') ? parseBase(tokens, 'implements') : undefined;
  while (!tokens.at('{') && tokens.next.kind !== 'end') tokens.skipOne();
  const body = { body: parseClassMembers(tokens) };
  const parts = {
    typeParameters,
    superClass: base?.expression ?? null,
    superTypeArguments: base?.typeArguments ?? null,
    body,
  };
  classes.set(name, createNode('ClassDeclaration', start, tokens.previousEnd, parts));
  return name;
}

function parseVariables(tokens: Tokens, { constants }: Module, start: number): readonly string[] {
  const isConstant = tokens.take().value === 'const';
  const names: string[] = [];
  do {
    const name = tokens.name().value;
    const typeAnnotation = parseAnnotation(tokens, ',', ';', '=');
    const init = tokens.skip('=') ? parseValue(tokens, ',', ';') : null;
    const id = { type: 'Identifier', name, typeAnnotation };
    if (isConstant)
      constants.set(name, createNode('VariableDeclarator', start, tokens.previousEnd, { id, init }));
    names.push(name);
  } while (tokens.skip(','));
  endStatement(tokens);
  return names;
}

/**
 * Parses an initial value: a literal or an enum member, the only forms that compilers emit. Any other value becomes a
 * call, which no reader follows.
 */
function parseValue(tokens: Tokens, ...ends: readonly string[]): object {
  const { start } = tokens.next;
  const type = parseTypeUpTo(tokens, ...ends);
  if (type.type === 'TSLiteralType') return type.literal;
  const name = type.type === 'TSTypeReference' ? type.typeName : undefined;
  return name === undefined ? createNode('CallExpression', start, tokens.previousEnd) : toExpression(name);
}

function endStatement(tokens: Tokens): void {
  if (tokens.next.kind === 'string') tokens.take();
  // Import attributes.
  if (tokens.skip('with', 'assert')) tokens.skipOne();
  tokens.skip(';');
}

function addDeclaration(
  types: Map<string, TypeDeclaration[]>,
  name: string,
  declaration: TypeDeclaration,
): void {
  types.set(name, [...(types.get(name) ?? []), declaration]);
}
