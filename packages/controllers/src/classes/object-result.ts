import { isKind } from '@writ/http/kernel';
import { readType } from '@writ/source';
import type { Expression, Function as FunctionNode, Statement, TSType } from 'oxc-parser';
import type { SignatureScope } from '../signature/scope.ts';

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Where the source shows that the handler gives an object or an array: its return type, else what it returns. */
export function objectResultOf(node: FunctionNode, scope: SignatureScope): Place | undefined {
  const declared = node.returnType?.typeAnnotation;
  if (declared != null) return isObjectType(settled(declared), scope) ? declared : undefined;
  return node.generator ? undefined : objectIn(node.body?.body ?? []);
}

/** The type that is left when a promise of it has settled. */
function settled(node: TSType): TSType {
  const isPromise =
    node.type === 'TSTypeReference' &&
    node.typeName.type === 'Identifier' &&
    node.typeName.name === 'Promise';
  const [inner] = isPromise ? (node.typeArguments?.params ?? []) : [];
  return inner === undefined ? node : settled(inner);
}

function isObjectType(node: TSType, scope: SignatureScope): boolean {
  const type = readType(node, silent(scope));
  return type !== undefined && (isKind(type, 'object') || isKind(type, 'array') || isKind(type, 'tuple'));
}

/** What a handler gives need not be understood. */
function silent(scope: SignatureScope): SignatureScope {
  return { ...scope, forModule: (module) => silent(scope.forModule(module)), report: () => undefined };
}

/** Of the statements those that return are looked for, not the functions among them. */
function objectIn(statements: readonly (Statement | null)[]): Place | undefined {
  for (const statement of statements) {
    const found = statement === null ? undefined : objectInStatement(statement);
    if (found !== undefined) return found;
  }
  return undefined;
}

function objectInStatement(statement: Statement): Place | undefined {
  switch (statement.type) {
    case 'ReturnStatement':
      return statement.argument !== null && isObject(statement.argument) ? statement.argument : undefined;
    case 'BlockStatement':
      return objectIn(statement.body);
    case 'IfStatement':
      return objectIn([statement.consequent, statement.alternate]);
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'LabeledStatement':
      return objectInStatement(statement.body);
    case 'TryStatement':
      return objectIn([statement.block, statement.handler?.body ?? null, statement.finalizer]);
    case 'SwitchStatement':
      return objectIn(statement.cases.flatMap(({ consequent }) => consequent));
    default:
      return undefined;
  }
}

function isObject(node: Expression): boolean {
  switch (node.type) {
    case 'ObjectExpression':
    case 'ArrayExpression':
      return true;
    case 'AwaitExpression':
      return isObject(node.argument);
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return isObject(node.expression);
    case 'ConditionalExpression':
      return isObject(node.consequent) || isObject(node.alternate);
    default:
      return false;
  }
}
