import {
  baseNameOf,
  collectDeclarations,
  withLocalDeclarations,
  withTypeParameters,
  type ModuleSource,
} from '@writ/source';
import type { Class, ClassElement, Decorator, MethodDefinition, Node, Program } from '@oxc-project/types';
import { isNode } from '../findings/syntax-node.ts';

/**
 * A class with a decorated member, a decorated class expression, or a class that may extend a generic class with
 * decorated members, anywhere in the module.
 */
export interface DecoratedClass {
  readonly node: Class;
  /** The module, including the declarations in the blocks around the class. */
  readonly module: ModuleSource;
}

export function decoratedClasses(program: Program, module: ModuleSource): readonly DecoratedClass[] {
  const found: DecoratedClass[] = [];
  visitNode(program, module, found);
  return found;
}

/** Whether a member or one of its parameters has a decorator. */
export function isDecorated(member: ClassElement): boolean {
  return memberDecorators(member).length > 0;
}

/** Returns the class decorators, followed by the member decorators. */
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

function visitNode(value: unknown, outside: ModuleSource, found: DecoratedClass[]): void {
  if (Array.isArray(value)) {
    for (const each of value) visitNode(each, outside, found);
    return;
  }
  if (!isNode(value)) return;
  if (isClassNode(value) && !value.declare) {
    const isDecoratedHere = value.type === 'ClassExpression' && value.decorators.length > 0;
    const mayInherit = baseNameOf(value.superClass) !== undefined;
    if (isDecoratedHere || mayInherit || value.body.body.some(isDecorated))
      found.push({ node: value, module: outside });
  }
  const module = moduleInside(value, outside);
  for (const child of Object.values(value)) visitNode(child, module, found);
}

/** Returns the module, including the declarations and type parameters of the node. */
function moduleInside(node: Node, outside: ModuleSource): ModuleSource {
  switch (node.type) {
    case 'BlockStatement':
    case 'StaticBlock':
    case 'TSModuleBlock':
      return withLocalDeclarations(outside, collectDeclarations(node.body));
    default:
      return 'typeParameters' in node && (isClassNode(node) || node.type.includes('Function'))
        ? withTypeParameters(outside, node.typeParameters)
        : outside;
  }
}

function isClassNode(node: Node): node is Class {
  return node.type === 'ClassDeclaration' || node.type === 'ClassExpression';
}
