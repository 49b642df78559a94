import { declaredBy, withLocal, withTypeParameters, type ModuleSource } from '@writ/source';
import type { Class, ClassElement, MethodDefinition, Program, Statement } from 'oxc-parser';

/** A class with a decorated member, wherever it is declared. */
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
  if (!('decorators' in member)) return false;
  if (member.decorators.length > 0) return true;
  return (
    member.type === 'MethodDefinition' && parametersOf(member).some((param) => param.decorators.length > 0)
  );
}

function parametersOf({ value }: MethodDefinition): readonly { readonly decorators: readonly unknown[] }[] {
  return value.params.map((param) => ({ decorators: 'decorators' in param ? (param.decorators ?? []) : [] }));
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
    if (!node.declare && node.body.body.some(isDecorated)) found.push({ node, module: outside });
    module = withTypeParameters(outside, node.typeParameters);
  }
  for (const child of Object.values(value)) visit(child, module, found);
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
  );
}
