import { type Type } from '@writ/http';
import { readType, type ClassSource } from '@writ/source';
import type { Function as FunctionNode, TSType, TSTypeReference } from '@oxc-project/types';
import type { SignatureScope } from './scope.ts';

/** The messages that the result of `SOCKET` declares. */
export interface DeclaredMessages {
  /** The type of the messages; undefined if strings and bytes are accepted. */
  readonly type: Type | undefined;
}

/**
 * Reads the type of messages from the declared result, `WebSocketHooks<T>` or a promise of it. Reports a finding and
 * returns undefined if there is none.
 */
export function readMessages(
  { returnType }: FunctionNode,
  name: Parameters<SignatureScope['report']>[1],
  scope: SignatureScope,
): DeclaredMessages | undefined {
  const declared = returnType?.typeAnnotation;
  // Plain JavaScript declares no types.
  if (declared == null && scope.module.language === 'js') return { type: undefined };
  const hooks = declared == null ? undefined : findHooks(declared, scope.module);
  if (hooks === undefined) {
    return scope.report(
      'socket-result',
      declared ?? name,
      'the result of SOCKET must be declared as WebSocketHooks with the type of the messages',
      "write SOCKET(): WebSocketHooks<string>, with the type from '@writ/controllers/websocket'",
    );
  }
  const [message] = hooks.typeArguments?.params ?? [];
  if (message === undefined || isStringOrBytes(message)) return { type: undefined };
  const type = readType(message, scope);
  return type && { type };
}

/** Searches a type, the members of a union and the argument of `Promise` for `WebSocketHooks`. */
function findHooks(node: TSType, module: ClassSource['module']): TSTypeReference | undefined {
  if (node.type === 'TSParenthesizedType') return findHooks(node.typeAnnotation, module);
  if (node.type === 'TSUnionType') {
    return node.types.map((each) => findHooks(each, module)).find((each) => each !== undefined);
  }
  if (node.type !== 'TSTypeReference') return undefined;
  const { typeName } = node;
  if (typeName.type === 'TSQualifiedName') return typeName.right.name === HOOKS ? node : undefined;
  if (typeName.type !== 'Identifier') return undefined;
  const [argument] = node.typeArguments?.params ?? [];
  if (['Promise', 'PromiseLike'].includes(typeName.name)) return argument && findHooks(argument, module);
  return module.imports.get(typeName.name)?.name === HOOKS ? node : undefined;
}

const HOOKS = 'WebSocketHooks';

/** Whether the type is `string | Uint8Array`, the default of `WebSocketHooks`. */
function isStringOrBytes(node: TSType): boolean {
  return (
    node.type === 'TSUnionType' &&
    node.types.every(
      (each) =>
        each.type === 'TSStringKeyword' ||
        (each.type === 'TSTypeReference' &&
          each.typeName.type === 'Identifier' &&
          each.typeName.name === 'Uint8Array'),
    )
  );
}
