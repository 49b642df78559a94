import type { ObjectOf } from '@writ/http/kernel';
import type { Span } from '@oxc-project/types';
import type { SourceRule } from '../finding-codes.ts';
import type { Lookup, ValueSource } from '../module/lookup.ts';
import type { ModuleSource } from '../module/module-source.ts';

type NodeRange = Pick<Span, 'start' | 'end'>;

/** Details of a key: the source code of its default value and its description. */
export interface KeyDetails {
  readonly default?: string;
  readonly description?: string;
}

/** Access to other files and to run-time values, for reading the types of a file. */
export interface TypeContext {
  readonly lookup: Lookup;
  /** Returns a value at run time; undefined if its module is not loaded or does not export it. */
  readonly valueOf: (source: ValueSource) => unknown;
}

/** The context in which types are read: the module, and the function that reports unsupported types. */
export interface Scope<R extends string = SourceRule> extends TypeContext {
  readonly module: ModuleSource;
  /** Details of keys, by object type and key. */
  readonly keyDetails: Map<ObjectOf, ReadonlyMap<string, KeyDetails>>;
  /** The names of recursive types, by the key of their declaration and type arguments. */
  readonly recursiveNames: Map<string, string>;
  /** The keys of types that are being read and contain themselves. */
  readonly selfReferences: Set<string>;
  /**
   * The declarations that are being read and were reported because they contain themselves with different type
   * arguments each time. They are not read any further: otherwise a declaration with several references to itself would
   * be read and reported thousands of times.
   */
  readonly endless: Set<string>;
  /** Returns the same scope for another module. */
  forModule(module: ModuleSource): Scope<R>;
  /** Reports a finding. Returns undefined, which means an unknown type. */
  report(rule: R, node: NodeRange, message: string, hint: string): undefined;
}

export interface Report<R extends string> {
  (module: ModuleSource, rule: R, node: NodeRange, message: string, hint: string): void;
}

/** Creates a scope for the types of a module. */
export function createScope<R extends string>(
  module: ModuleSource,
  context: TypeContext,
  report: Report<R>,
): Scope<R> {
  const shared = {
    ...context,
    keyDetails: new Map() as Scope['keyDetails'],
    recursiveNames: new Map<string, string>(),
    selfReferences: new Set<string>(),
    endless: new Set<string>(),
  };
  const scopeOf = (current: ModuleSource): Scope<R> => ({
    ...shared,
    module: current,
    forModule: scopeOf,
    report: (...finding) => void report(current, ...finding),
  });
  return scopeOf(module);
}

/** Returns the same scope without findings, for a type that may be unsupported. */
export function withoutReports<R extends string>(scope: Scope<R>): Scope<R> {
  return {
    ...scope,
    forModule: (module) => withoutReports(scope.forModule(module)),
    report: () => undefined,
  };
}

/** Returns the source text of a node on one line. */
export function sourceTextOf({ module }: Pick<Scope, 'module'>, { start, end }: NodeRange): string {
  return module.text.text.slice(start, end).replaceAll(/\s+/g, ' ');
}
