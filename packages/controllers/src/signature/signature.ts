import type { StandardSchemaV1, Type } from '@writ/http';
import type { DeclaredMessages } from './messages.ts';
import type { DeclaredResult, HandlerDocumentation, ObjectOf } from '@writ/http/kernel';

interface ParameterCommon {
  readonly name: string;
  /** True if the declaration contains `?`, a default or `| undefined`, and for a rest parameter. */
  readonly optional: boolean;
  /**
   * Source code of the default, for documentation. The JavaScript engine evaluates the default when it calls the
   * handler.
   */
  readonly default?: string;
  readonly description?: string;
}

/** A parameter that receives a path segment or the value of the same name. */
export interface PositionParameter extends ParameterCommon {
  readonly kind: 'position';
  readonly type: Type;
}

/** The parameter with an object type, which receives named values. */
export interface ObjectParameter extends ParameterCommon {
  readonly kind: 'object';
  readonly type: ObjectOf;
  /** The object types of a union; a key with a different literal in each of them selects one. */
  readonly variants?: readonly ObjectOf[];
  readonly keys: readonly Key[];
  /** Validates the object and returns the argument. With a schema, `type` is derived from it. */
  readonly schema?: StandardSchemaV1;
}

/** The parameter that receives the raw body. */
export interface RawParameter extends ParameterCommon {
  readonly kind: 'raw';
  readonly type: Uint8ArrayConstructor | typeof ReadableStream;
}

/** `...rest`: the remaining path segments. `type` is the type of each segment. */
export interface RestParameter extends ParameterCommon {
  readonly kind: 'rest';
  readonly type: Type;
}

/** A key of the object parameter. */
export interface Key extends ParameterCommon {
  readonly type: Type;
}

export type Parameter = PositionParameter | ObjectParameter | RestParameter | RawParameter;

/** The parameters of a handler, read from its source, which form the contract of its route. */
export interface Signature {
  readonly parameters: readonly Parameter[];
  /** The JSDoc comment of the handler, with the tags of its class. */
  readonly documentation?: HandlerDocumentation;
  /** For `SOCKET`, the messages that its result declares. */
  readonly messages?: DeclaredMessages;
  /** The declared results, for documentation and for the validation of results. */
  readonly results?: readonly DeclaredResult[];
  /**
   * The signature of plain JavaScript without declarations: path segments are strings, and named values can have any
   * type.
   */
  readonly untyped?: true;
}

/** Returns the maximum number of path segments that a handler accepts in addition to its path variables. */
export function capacityOf({ parameters }: Signature, variables: readonly string[] = []): number {
  let count = 0;
  parameters.forEach((parameter) => {
    if (parameter.kind === 'rest') count = Infinity;
    else if (takesSegment(parameter) && !variables.includes(parameter.name)) count += 1;
  });
  return count;
}

/** Whether a parameter can receive a path segment; a file cannot, because it is always part of a form. */
export function takesSegment(parameter: Parameter): boolean {
  return parameter.kind === 'position' && !isFile(parameter.type);
}

function isFile(type: Type): boolean {
  const { of } = type as { readonly of?: Type };
  return type === File || (of !== undefined && !Array.isArray(of) && isFile(of));
}

/** Whether a parameter or a key can be bound to a variable with that name. */
export function bindsName({ parameters }: Signature, name: string): boolean {
  return parameters.some((parameter) =>
    parameter.kind === 'object'
      ? parameter.keys.some((key) => key.name === name)
      : takesSegment(parameter) && parameter.name === name,
  );
}

/** Whether a handler has a rest parameter with that name. */
export function bindsRest({ parameters }: Signature, name: string): boolean {
  return parameters.some((parameter) => parameter.kind === 'rest' && parameter.name === name);
}
