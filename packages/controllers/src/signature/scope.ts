import type { Diagnostic } from '@writ/diagnostics';
import type { ObjectOf } from '@writ/http';
import type { Span } from 'oxc-parser';
import { finding, type Rule } from '../findings.ts';
import type { Lookup, ValueSource } from '../source/lookup.ts';
import { rangeOf, type ModuleSource } from '../source/module-source.ts';

type Place = Pick<Span, 'start' | 'end'>;

/** What the source says about a key beyond its type. */
export interface KeyNote {
  readonly typeText: string;
  readonly default?: string;
  readonly description?: string;
}

/** What is needed beyond one file to read its signatures. */
export interface Surroundings {
  readonly lookup: Lookup;
  /** What is exported at run time; undefined while its module is not loaded, or when it exports no such value. */
  readonly valueOf: (source: ValueSource) => unknown;
}

/** What the readers of types and parameters need: the module, and where to say what they do not understand. */
export interface Scope extends Surroundings {
  readonly module: ModuleSource;
  /** By object type and key. */
  readonly notes: Map<ObjectOf, ReadonlyMap<string, KeyNote>>;
  /** The same, for what stands in another module. */
  within(module: ModuleSource): Scope;
  report(rule: Rule, node: Place, message: string, hint: string): undefined;
}

/** `owner` is what the signature belongs to, such as `FooBar.GET`. */
export function createScope(
  module: ModuleSource,
  owner: string,
  diagnostics: Diagnostic[],
  surroundings: Surroundings,
): Scope {
  const notes: Scope['notes'] = new Map();
  const scopeOf = (current: ModuleSource): Scope => ({
    ...surroundings,
    module: current,
    notes,
    within: scopeOf,
    report(rule, node, message, hint) {
      const { text } = current;
      const range = rangeOf(text, node);
      diagnostics.push(finding(rule, `${owner}: ${message}`, { file: text.name, range, hint }));
    },
  });
  return scopeOf(module);
}

/** The source of a default as it stands, on one line. */
export function textOfDefault({ module }: Scope, { start, end }: Place): string {
  return module.defaults.text.slice(start, end).replaceAll(/\s+/g, ' ');
}

/** The source of a node as it stands, on one line. */
export function textOf({ module }: Scope, { start, end }: Place): string {
  return module.text.text.slice(start, end).replaceAll(/\s+/g, ' ');
}
