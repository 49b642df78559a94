import { ConstraintException } from '../binding/validation/constraint.ts';
import { resolveCheck } from '../binding/validation/resolve-check.ts';
import type { JsonMapper } from '../contract/json-mapper.ts';
import type { StandardSchemaV1 } from '../contract/standard-schema.ts';
import type { Type } from '../contract/type.ts';
import type { Validator } from '../contract/validator.ts';
import { mapMaybe, toPromise } from '../internal/thenable.ts';
import { compileType } from '../types/compile-type.ts';
import { Failure, invalid, MAX_ISSUES } from '../types/failure.ts';
import { checkWith } from '../types/schema-type.ts';

/** Converts a message to the value for the hook. Throws or rejects with `ConstraintException` if it is invalid. */
export type ReadMessage = (data: Buffer, isBinary: boolean, json: JsonMapper) => unknown;

/** The checks of a message in addition to the conversion to its type. */
export interface MessageValidation {
  /** As in a body binding: a schema, or true for the validator or the class's `static schema`. */
  readonly valid?: StandardSchemaV1 | true;
  /** Returns the validator for class instances, which may be set after the route has been created. */
  readonly validator?: () => Validator | undefined;
}

/**
 * Compiles the conversion of messages to values of a type; without a type, to strings and bytes.
 *
 * @throws TypeProblem if the type is invalid
 */
export function compileMessage(type: Type | undefined, validation: MessageValidation = {}): ReadMessage {
  if (type === undefined) return (data, isBinary) => (isBinary ? data : data.toString());
  const convert = compileConversion(type);
  const { valid, validator } = validation;
  if (valid === undefined && validator === undefined) return convert;
  return (data, isBinary, json) =>
    mapMaybe(toPromise(convert(data, isBinary, json)), (value) => {
      const check = resolveCheck(valid, type, validator?.(), true);
      return check === undefined ? value : mapMaybe(checkWith(check, value), assertValid);
    });
}

function compileConversion(type: Type): ReadMessage {
  if (type === String) {
    return (data, isBinary) => {
      if (isBinary) throw invalidMessage(invalid('must be a text message'));
      return data.toString();
    };
  }
  if (type === Uint8Array) {
    return (data, isBinary) => {
      if (!isBinary) throw invalidMessage(invalid('must be a binary message'));
      return data;
    };
  }
  const converter = compileType(type);
  return (data, isBinary, json) =>
    mapMaybe(toPromise(converter.json(parse(data, isBinary, json))), assertValid);
}

function parse(data: Buffer, isBinary: boolean, json: JsonMapper): unknown {
  if (isBinary) throw invalidMessage(invalid('must be a text message'));
  try {
    return json.parse(data.toString());
  } catch {
    throw invalidMessage(invalid('is not JSON'));
  }
}

function assertValid(value: unknown): unknown {
  if (value instanceof Failure) throw invalidMessage(value);
  return value;
}

function invalidMessage({ issues }: Failure): ConstraintException {
  const errors = issues.slice(0, MAX_ISSUES).map(({ code, detail, pointer }) => ({
    source: 'message',
    code,
    detail,
    ...(pointer === '' ? {} : { pointer }),
  }));
  const [{ detail, pointer }] = issues as readonly [(typeof issues)[number]];
  return new ConstraintException(`invalid message: ${pointer === '' ? '' : `${pointer} `}${detail}`, errors);
}
