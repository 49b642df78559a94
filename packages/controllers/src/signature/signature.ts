import type { Range } from '@writ/diagnostics';
import type { ObjectOf, Type } from '@writ/http';

interface Common {
  readonly name: string;
  /** The type as it is written; empty when none is. */
  readonly typeText: string;
  /** May be absent: by `?`, by `| undefined`, or because a default is there. */
  readonly optional: boolean;
  /** The default as it is written; the engine evaluates it, never we. */
  readonly default?: string;
  readonly description?: string;
}

/** A parameter that takes a path bit, or a value of its name. */
export interface PositionParameter extends Common {
  readonly kind: 'position';
  readonly type: Type;
  readonly range: Range;
}

/** The parameter whose type is an object: it takes names. */
export interface ObjectParameter extends Common {
  readonly kind: 'object';
  readonly type: ObjectOf;
  readonly keys: readonly Key[];
  readonly range: Range;
}

/** `...rest`: what is left of the path. `type` is that of each. */
export interface RestParameter extends Common {
  readonly kind: 'rest';
  readonly type: Type;
  readonly range: Range;
}

/** A key of the object parameter. */
export interface Key extends Common {
  readonly type: Type;
}

export type Parameter = PositionParameter | ObjectParameter | RestParameter;

/** What a handler takes, read from its source: the contract of its route. */
export interface Signature {
  readonly parameters: readonly Parameter[];
  readonly description?: string;
}

/** How many path bits the handler can take at most. */
export function capacityOf({ parameters }: Signature): number {
  if (parameters.some(({ kind }) => kind === 'rest')) return Infinity;
  return parameters.filter(({ kind }) => kind === 'position').length;
}
