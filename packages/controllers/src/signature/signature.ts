import type { Range } from '@writ/diagnostics';
import type { StandardSchemaV1, Type } from '@writ/http';
import type { ObjectOf } from '@writ/http/kernel';

interface ParameterCommon {
  readonly name: string;
  /** The type as it is written; empty when none is. */
  readonly typeText: string;
  /** May be absent: by `?`, by `| undefined`, or because a default is there. */
  readonly optional: boolean;
  /** The default as it is written; the engine evaluates it, never we. */
  readonly default?: string;
  readonly description?: string;
}

/** A parameter that takes a path segment, or a value of its name. */
export interface PositionParameter extends ParameterCommon {
  readonly kind: 'position';
  readonly type: Type;
  readonly range: Range;
}

/** The parameter whose type is an object: it takes names. */
export interface ObjectParameter extends ParameterCommon {
  readonly kind: 'object';
  readonly type: ObjectOf;
  readonly keys: readonly Key[];
  /** Checks the object, and gives what the handler gets. Then `type` follows from it. */
  readonly schema?: StandardSchemaV1;
  readonly range: Range;
}

/** The parameter that takes the body as it is sent. */
export interface RawParameter extends ParameterCommon {
  readonly kind: 'raw';
  readonly type: Uint8ArrayConstructor | typeof ReadableStream;
  readonly range: Range;
}

/** `...rest`: what is left of the path. `type` is that of each. */
export interface RestParameter extends ParameterCommon {
  readonly kind: 'rest';
  readonly type: Type;
  readonly range: Range;
}

/** A key of the object parameter. */
export interface Key extends ParameterCommon {
  readonly type: Type;
}

export type Parameter = PositionParameter | ObjectParameter | RestParameter | RawParameter;

/** What a handler takes, read from its source: the contract of its route. */
export interface Signature {
  readonly parameters: readonly Parameter[];
  readonly description?: string;
  /** Nothing declares the types: plain JavaScript, whose path segments are texts and whose names pass through. */
  readonly untyped?: true;
}

/** How many path segments the handler can take at most, beside those that are bound to `variables`. */
export function capacityOf({ parameters }: Signature, variables: readonly string[] = []): number {
  if (parameters.some(({ kind }) => kind === 'rest')) return Infinity;
  return parameters.filter((parameter) => takesSegment(parameter) && !variables.includes(parameter.name))
    .length;
}

/** Whether a path segment can be its value: of a file, only a form can. */
export function takesSegment(parameter: Parameter): boolean {
  return parameter.kind === 'position' && !isFile(parameter.type);
}

function isFile(type: Type): boolean {
  const { of } = type as { readonly of?: Type };
  return type === File || (of !== undefined && !Array.isArray(of) && isFile(of));
}

/** Whether a parameter or a key has that name, and one value. */
export function bindsName({ parameters }: Signature, name: string): boolean {
  return parameters.some((parameter) =>
    parameter.kind === 'object'
      ? parameter.keys.some((key) => key.name === name)
      : takesSegment(parameter) && parameter.name === name,
  );
}
