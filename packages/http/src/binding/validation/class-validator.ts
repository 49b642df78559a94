import type { SchemaIssue, SchemaResult } from '../../contract/standard-schema.ts';
import type { AbstractClass } from '../../contract/type.ts';
import { assertType, assertTypes } from '../../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../../internal/options.ts';
import { toPromise, mapMaybe } from '../../internal/thenable.ts';
import type { Validator } from '../../contract/validator.ts';

/** The errors that class-validator reports for a property. */
export interface PropertyError {
  readonly property: string;
  /** Messages by constraint name. */
  readonly constraints?: Readonly<Record<string, string>> | undefined;
  /** Errors in a nested object, or in array elements by index. */
  readonly children?: readonly PropertyError[] | undefined;
}

/** The functions of class-validator and class-transformer that `classValidator` calls. */
export interface ClassValidatorInit {
  /** `validate` or `validateSync` from class-validator. */
  readonly validate: (
    object: object,
    options?: any,
  ) => readonly PropertyError[] | Promise<readonly PropertyError[]>;
  /** `plainToInstance` from class-transformer; without it, nested objects remain plain. */
  readonly plainToInstance?: (type: any, plain: any) => any;
  /** Options for `validate`. Instances of classes without constraints are valid unless `forbidUnknownValues` is set. */
  readonly options?: Readonly<Record<string, unknown>>;
}

const INIT: OptionNames<ClassValidatorInit> = { validate: true, plainToInstance: true, options: true };

/**
 * Creates a validator that uses class-validator, in which constraints are decorators on class fields. Throws
 * `TypeError` if an option is invalid.
 *
 *     import { validate } from 'class-validator';
 *     router.registries.validator = classValidator({ validate });
 */
export function classValidator(init: ClassValidatorInit): Validator {
  assertOptions('classValidator', init, INIT);
  assertType('classValidator: validate', init.validate, 'a function');
  assertTypes('classValidator', init, { plainToInstance: 'a function' });
  const { validate, plainToInstance, options } = init;
  const settings = { forbidUnknownValues: false, ...options };
  return {
    name: 'class-validator',
    validate(value: object, type: AbstractClass): SchemaResult<unknown> | Promise<SchemaResult<unknown>> {
      const object = plainToInstance === undefined ? value : (plainToInstance(type, value) as object);
      return mapMaybe(toPromise(validate(object, settings)), (errors): SchemaResult<unknown> => {
        return errors.length === 0 ? { value: object } : { issues: errors.flatMap((each) => issuesOf(each)) };
      });
    },
  };
}

function issuesOf(
  { property, constraints = {}, children = [] }: PropertyError,
  above: readonly string[] = [],
): SchemaIssue[] {
  const path = [...above, property];
  const own = Object.values(constraints).map((message) => ({ message, path }));
  return [...own, ...children.flatMap((child) => issuesOf(child, path))];
}
