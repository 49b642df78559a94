import {
  Visitor,
  type ArrowFunctionExpression,
  type ClassElement,
  type Function,
  type Program,
  type TSSignature,
} from 'oxc-parser';
import type { Entry } from './entries.ts';
import { PublicNames, type PublicName, type Source } from './public-names.ts';

type Statement = Program['body'][number];
type Node = NonNullable<Extract<Statement, { type: 'ExportNamedDeclaration' }>['declaration']>;

/** One of a name's declarations; overloads have several. */
interface Declaration {
  readonly node: Node;
  readonly start: number;
  /** The text of the docstring; empty if the declaration has none. */
  readonly docstring: string;
}

/** A member of a class, an interface or an object type. */
interface Member {
  readonly name: string;
  readonly start: number;
}

/** Lists entries and public names whose docstrings are missing or incomplete, sorted: `FILE:LINE NAME …`. */
export function checkDocstrings(root: string, entries: readonly Entry[]): readonly string[] {
  const names = new PublicNames(root);
  const unnamed = entries
    .filter(({ file }) => !/^\/\*\*[^/]*?@module /.test(names.sourceOf(file).text))
    .map(({ file, specifier }) => `${file}:1 ${specifier} does not begin with an @module docstring`);
  const found = entries.flatMap(({ file }) => names.of(file)).flatMap(checkName);
  return [...new Set([...unnamed, ...found])].toSorted();
}

function checkName({ name, local, source }: PublicName): readonly string[] {
  const declarations = findDeclarations(source, local);
  const [first] = declarations;
  if (first === undefined) return [`${source.file}:1 ${name} is exported but not declared`];
  const at = (start: number, text: string): string => `${source.file}:${lineOf(source, start)} ${text}`;
  const docstrings = declarations.map(({ docstring }) => docstring).join('');
  const silent =
    !/\b(?:throws?|rejects?)\b/i.test(docstrings) && declarations.some(({ node }) => hasThrow(node));
  return [
    ...(docstrings === '' ? [at(first.start, `${name} has no docstring`)] : []),
    ...(silent ? [at(first.start, `${name} throws, but its docstring does not document the error`)] : []),
    ...declarations
      .flatMap(({ node }) => undocumentedMembers(source, node))
      .map((member) => at(member.start, `${name}.${member.name} has no docstring`)),
  ];
}

function findDeclarations(source: Source, name: string): readonly Declaration[] {
  return source.program.body.flatMap((statement) => {
    const node = (
      statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
        ? statement.declaration
        : statement
    ) as Node | null;
    if (node === null || !declaredNames(node).includes(name)) return [];
    return [{ node, start: statement.start, docstring: docstringBefore(source, statement.start) }];
  });
}

function declaredNames(node: Node): readonly string[] {
  const ids =
    node.type === 'VariableDeclaration'
      ? node.declarations.map(({ id }) => id)
      : 'id' in node
        ? [node.id]
        : [];
  return ids.flatMap((id) => (id?.type === 'Identifier' ? [id.name] : []));
}

/** The docstring that ends at an offset; empty if there is none. */
function docstringBefore({ comments, text }: Source, start: number): string {
  const end = text.slice(0, start).trimEnd().length;
  const comment = comments.find(
    (each) => each.end === end && each.type === 'Block' && each.value.startsWith('*'),
  );
  return comment?.value ?? '';
}

/** Members without a docstring. Each name occurs once, because one docstring is sufficient for all overloads. */
function undocumentedMembers(source: Source, node: Node): readonly Member[] {
  const members = publicMethods(node);
  const documented = members.filter(({ start }) => docstringBefore(source, start) !== '');
  const known = new Set([...documented.map(({ name }) => name), 'toString', 'toJSON']);
  return members.filter(({ name }) => !known.has(name) && known.add(name));
}

/** The public methods of a class, an interface or an object type. Constructors are documented with their class. */
function publicMethods(node: Node): readonly Member[] {
  // The interface documents the members that implement it.
  if (node.type === 'ClassDeclaration')
    return node.implements?.length ? [] : node.body.body.flatMap(publicMethod);
  if (node.type === 'TSInterfaceDeclaration') return node.body.body.flatMap(publicMethod);
  const type = node.type === 'TSTypeAliasDeclaration' ? node.typeAnnotation : undefined;
  return type?.type === 'TSTypeLiteral' ? type.members.flatMap(publicMethod) : [];
}

function publicMethod(member: ClassElement | TSSignature): readonly Member[] {
  switch (member.type) {
    case 'TSMethodSignature':
    case 'MethodDefinition':
    case 'TSAbstractMethodDefinition':
      break;
    default:
      return [];
  }
  if (member.type !== 'TSMethodSignature') {
    // An override inherits the docstring.
    if (member.kind === 'constructor' || member.override) return [];
    if (member.accessibility === 'private' || member.accessibility === 'protected') return [];
  }
  return member.key.type === 'Identifier' ? [{ name: member.key.name, start: member.start }] : [];
}

function lineOf({ text }: Source, start: number): number {
  return text.slice(0, start).split('\n').length;
}

/** Whether a function has a throw statement outside nested functions. */
function hasThrow(node: Node): boolean {
  return declaredFunctions(node).some(({ body }) => {
    let depth = 0;
    let found = false;
    const enter = (): void => void (depth += 1);
    const leave = (): void => void (depth -= 1);
    new Visitor({
      FunctionDeclaration: enter,
      'FunctionDeclaration:exit': leave,
      FunctionExpression: enter,
      'FunctionExpression:exit': leave,
      ArrowFunctionExpression: enter,
      'ArrowFunctionExpression:exit': leave,
      ThrowStatement: () => {
        if (depth === 0) found = true;
      },
    }).visit({
      type: 'Program',
      body: body?.type === 'BlockStatement' ? body.body : [],
    } as unknown as Program);
    return found;
  });
}

function declaredFunctions(node: Node): readonly (Function | ArrowFunctionExpression)[] {
  if (node.type === 'FunctionDeclaration') return [node];
  if (node.type !== 'VariableDeclaration') return [];
  return node.declarations.flatMap(({ init }) =>
    init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression' ? [init] : [],
  );
}
