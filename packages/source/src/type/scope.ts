import type { ObjectOf } from '@writ/http/kernel';
import type { Span } from 'oxc-parser';
import type { SourceRule } from '../finding-codes.ts';
import type { Lookup, ValueSource } from '../module/lookup.ts';
import type { ModuleSource } from '../module/module-source.ts';

type Place = Pick<Span, 'start' | 'end'>;

/** What the source says about a key beyond its type. */
export interface KeyNote {
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
  readonly notes: Map<ObjectOf, ReadonlyMap<string, KeyNote>>;
  /** The same, for another module. */
  within(module: ModuleSource): Scope<R>;
  /** Reports a finding. Returns undefined, which stands for an unknown type. */
  report(rule: R, node: Place, message: string, hint: string): undefined;
}

export interface Report<R extends string> {
  (module: ModuleSource, rule: R, node: Place, message: string, hint: string): void;
}

/** A scope for the types of a module. */
export function createScope<R extends string>(
  module: ModuleSource,
  context: TypeContext,
  report: Report<R>,
): Scope<R> {
  const notes: Scope['notes'] = new Map();
  const scopeOf = (current: ModuleSource): Scope<R> => ({
    ...context,
    module: current,
    notes,
    within: scopeOf,
    report: (...finding) => void report(current, ...finding),
  });
  return scopeOf(module);
}

/** The source of a node, on one line. */
export function textOf({ module }: Pick<Scope, 'module'>, { start, end }: Place): string {
  return module.text.text.slice(start, end).replaceAll(/\s+/g, ' ');
}
