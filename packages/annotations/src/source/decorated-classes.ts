import { declaredBy, withLocal, withTypeParameters, type ModuleSource } from '@writ/source';
import type { Class, ClassElement, Decorator, MethodDefinition, Program, Statement } from 'oxc-parser';

/** A class with a decorated member, or an expression that is a decorated class, wherever it is. */
export interface DecoratedClass {
  readonly node: Class;
  /** The module with what the blocks around the class declare. */
  readonly module: ModuleSource;
}

export function decoratedClasses(program: Program, module: ModuleSource): readonly DecoratedClass[] {
  const found: DecoratedClass[] = [];
  visit(program, module, found);
  return found;
}

/** Whether a member has a decorator, or one of its parameters has. */
export function isDecorated(member: ClassElement): boolean {
  return memberDecorators(member).length > 0;
}

/** Those of the class, then those of its members. */
export function decoratorsOf({ decorators, body }: Class): readonly Decorator[] {
  return [...decorators, ...body.body.flatMap(memberDecorators)];
}

function memberDecorators(member: ClassElement): readonly Decorator[] {
  if (!('decorators' in member)) return [];
  if (member.type !== 'MethodDefinition') return member.decorators;
  return [...member.decorators, ...parameterDecorators(member)];
}

function parameterDecorators({ value }: MethodDefinition): readonly Decorator[] {
  return value.params.flatMap((param) => ('decorators' in param ? (param.decorators ?? []) : []));
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const BLOCKS: ReadonlySet<string> = new Set([
  'BlockStatement',
  'FunctionBody',
  'StaticBlock',
  'TSModuleBlock',
]);

function visit(value: unknown, outside: ModuleSource, found: DecoratedClass[]): void {
  if (Array.isArray(value)) {
    for (const each of value) visit(each, outside, found);
    return;
  }
  if (!isNode(value)) return;
  const { type } = value;
  let module = outside;
  if (BLOCKS.has(type)) module = withLocal(outside, declaredBy(value['body'] as readonly Statement[]));
  else if (type.includes('Function')) module = withTypeParameters(outside, value['typeParameters'] as never);
  else if (type === 'ClassDeclaration' || type === 'ClassExpression') {
    const node = value as unknown as Class;
    const isDecoratedHere = type === 'ClassExpression' && node.decorators.length > 0;
    if (!node.declare && (isDecoratedHere || node.body.body.some(isDecorated)))
      found.push({ node, module: outside });
    module = withTypeParameters(outside, node.typeParameters);
  }
  for (const child of Object.values(value)) visit(child, module, found);
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
  );
}
