import type { Diagnostic } from '@writ/diagnostics';
import type { ObjectOf } from '@writ/http';
import type { Span } from 'oxc-parser';
import { finding, type Rule } from '../findings.ts';
import { rangeOf, type ModuleSource } from '../source/module-source.ts';

type Place = Pick<Span, 'start' | 'end'>;

/** What the source says about a key beyond its type. */
export interface KeyNote {
  readonly typeText: string;
  readonly default?: string;
  readonly description?: string;
}

/** What the readers of types and parameters need: the module, and where to say what they do not understand. */
export interface Scope {
  readonly module: ModuleSource;
  /** By object type and key. */
  readonly notes: Map<ObjectOf, ReadonlyMap<string, KeyNote>>;
  report(rule: Rule, node: Place, message: string, hint: string): undefined;
}

/** `owner` is what the signature belongs to, such as `FooBar.GET`. */
export function createScope(module: ModuleSource, owner: string, diagnostics: Diagnostic[]): Scope {
  return {
    module,
    notes: new Map(),
    report(rule, node, message, hint) {
      const range = rangeOf(module.text, node);
      diagnostics.push(finding(rule, `${owner}: ${message}`, { file: module.text.name, range, hint }));
    },
  };
}

/** The source of a default as it stands, on one line. */
export function textOfDefault({ module }: Scope, { start, end }: Place): string {
  return module.defaults.text.slice(start, end).replaceAll(/\s+/g, ' ');
}

/** The source of a node as it stands, on one line. */
export function textOf({ module }: Scope, { start, end }: Place): string {
  return module.text.text.slice(start, end).replaceAll(/\s+/g, ' ');
}
