import type { Diagnostic } from '@writ/diagnostics';
import { createScope, rangeOf, type ModuleSource, type Scope, type TypeContext } from '@writ/source';
import type { Span } from '@oxc-project/types';
import { finding, type Rule } from '../finding-codes.ts';

/** Context of the functions that read parameters. */
export type SignatureScope = Scope<Rule>;

/**
 * Creates the scope in which a signature is read. `owner` is the qualified name of the handler, such as `FooBar.GET`.
 */
export function createSignatureScope(
  module: ModuleSource,
  owner: string,
  diagnostics: Diagnostic[],
  context: TypeContext,
): SignatureScope {
  return createScope<Rule>(module, context, ({ text }, rule, node, message, hint) => {
    const range = rangeOf(text, node);
    diagnostics.push(finding(rule, `${owner}: ${message}`, { file: text.name, range, hint }));
  });
}

/** Returns the source code of a default on one line. */
export function readDefaultSource(
  { module }: Pick<SignatureScope, 'module'>,
  { start, end }: Pick<Span, 'start' | 'end'>,
): string {
  return module.defaults.text.slice(start, end).replaceAll(/\s+/g, ' ');
}
