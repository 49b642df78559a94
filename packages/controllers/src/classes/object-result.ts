import { isKind } from '@writ/http/kernel';
import { readType, withoutReports } from '@writ/source';
import type { Expression, Function as FunctionNode, Statement, TSType } from '@oxc-project/types';
import type { SignatureScope } from '../signature/scope.ts';

interface OffsetRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the return type or the returned expression from which an object or array result is inferred; undefined if
 * there is none.
 */
export function findObjectResult(node: FunctionNode, scope: SignatureScope): OffsetRange | undefined {
  const declared = node.returnType?.typeAnnotation;
  if (declared != null) return isObjectType(unwrapPromise(declared), scope) ? declared : undefined;
  return node.generator ? undefined : findReturnedObject(node.body?.body ?? []);
}

/** Unwraps `Promise<T>`; returns other types unchanged. */
function unwrapPromise(node: TSType): TSType {
  const isPromise =
    node.type === 'TSTypeReference' &&
    node.typeName.type === 'Identifier' &&
    node.typeName.name === 'Promise';
  const [inner] = isPromise ? (node.typeArguments?.params ?? []) : [];
  return inner === undefined ? node : unwrapPromise(inner);
}

function isObjectType(node: TSType, scope: SignatureScope): boolean {
  const type = readType(node, withoutReports(scope));
  return type !== undefined && (isKind(type, 'object') || isKind(type, 'array') || isKind(type, 'tuple'));
}

/** Searches the return statements of a function, excluding nested functions. */
function findReturnedObject(statements: readonly (Statement | null)[]): OffsetRange | undefined {
  for (const statement of statements) {
    const found = statement === null ? undefined : findObjectInStatement(statement);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findObjectInStatement(statement: Statement): OffsetRange | undefined {
  switch (statement.type) {
    case 'ReturnStatement':
      return statement.argument !== null && isObjectExpression(statement.argument)
        ? statement.argument
        : undefined;
    case 'BlockStatement':
      return findReturnedObject(statement.body);
    case 'IfStatement':
      return findReturnedObject([statement.consequent, statement.alternate]);
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'LabeledStatement':
      return findObjectInStatement(statement.body);
    case 'TryStatement':
      return findReturnedObject([statement.block, statement.handler?.body ?? null, statement.finalizer]);
    case 'SwitchStatement':
      return findReturnedObject(statement.cases.flatMap(({ consequent }) => consequent));
    default:
      return undefined;
  }
}

function isObjectExpression(node: Expression): boolean {
  switch (node.type) {
    case 'ObjectExpression':
    case 'ArrayExpression':
      return true;
    case 'AwaitExpression':
      return isObjectExpression(node.argument);
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return isObjectExpression(node.expression);
    case 'ConditionalExpression':
      return isObjectExpression(node.consequent) || isObjectExpression(node.alternate);
    default:
      return false;
  }
}
