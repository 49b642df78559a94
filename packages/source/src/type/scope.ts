import type { ObjectOf } from '@writ/http/kernel';
import type { Span } from 'oxc-parser';
import type { SourceRule } from '../finding-codes.ts';
import type { Lookup, ValueSource } from '../module/lookup.ts';
import type { ModuleSource } from '../module/module-source.ts';

type NodeRange = Pick<Span, 'start' | 'end'>;

/** What the source says about a key beyond its type. */
export interface KeyDetails {
  readonly typeText: string;
  readonly default?: string;
  readonly description?: string;
}

/** What is needed beyond one file to read its types. */
export interface TypeContext {
  readonly lookup: Lookup;
  /** What is exported at run time; undefined while its module is not loaded, or when it exports no such value. */
  readonly valueOf: (source: ValueSource) => unknown;
}

/** What the readers of types need: the module, and where to report what they do not understand. */
export interface Scope<R extends string = SourceRule> extends TypeContext {
  readonly module: ModuleSource;
  /** By object type and key. */
  readonly keyDetails: Map<ObjectOf, ReadonlyMap<string, KeyDetails>>;
  /** The same, for another module. */
  forModule(module: ModuleSource): Scope<R>;
  /** Reports a finding. Returns undefined, which stands for an unknown type. */
  report(rule: R, node: NodeRange, message: string, hint: string): undefined;
}

export interface Report<R extends string> {
  (module: ModuleSource, rule: R, node: NodeRange, message: string, hint: string): void;
}

/** A scope for the types of a module. */
export function createScope<R extends string>(
  module: ModuleSource,
  context: TypeContext,
  report: Report<R>,
): Scope<R> {
  const notes: Scope['keyDetails'] = new Map();
  const scopeOf = (current: ModuleSource): Scope<R> => ({
    ...context,
    module: current,
    keyDetails: notes,
    forModule: scopeOf,
    report: (...finding) => void report(current, ...finding),
  });
  return scopeOf(module);
}

/** The source of a node, on one line. */
export function sourceTextOf({ module }: Pick<Scope, 'module'>, { start, end }: NodeRange): string {
  return module.text.text.slice(start, end).replaceAll(/\s+/g, ' ');
}
