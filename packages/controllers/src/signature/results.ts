import type { DeclaredResult } from '@writ/http/kernel';
import { readResults, sourceTextOf } from '@writ/source';
import type { Function as FunctionNode } from '@oxc-project/types';
import type { SignatureScope } from './scope.ts';

/** Reads the declared results of a handler. The status is undefined if the handler may set another one. */
export function readHandlerResults(
  node: FunctionNode,
  scope: SignatureScope,
  description: string | undefined,
): readonly DeclaredResult[] | undefined {
  // A declaration has no body, so the whole JavaScript file is searched.
  const code = node.body == null ? scope.module.defaults.text : sourceTextOf(scope, node.body);
  const setsStatus = /\bstatus\s*=[^=]/.test(code);
  return readResults(node, scope.module, scope, description)?.map((result) =>
    setsStatus || result.form === 'unknown' || result.status !== undefined
      ? result
      : { ...result, status: result.form === 'none' ? 204 : 200 },
  );
}
