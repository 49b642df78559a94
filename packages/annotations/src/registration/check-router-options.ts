import { inspect } from 'node:util';
import type { Validator } from '@writ/http';
import type { BodyHandlerLike, Origin } from '@writ/http/kernel';
import { hasMethod } from '../recording/reflection.ts';
import type { Finding } from '../findings/finding.ts';

/** Reports a validator without the method `validate`. */
export function checkValidator(validator: Validator, origin: Origin): Finding[] {
  return checkRequiredMethod(validator, origin, {
    method: 'validate',
    problem: 'validator: it has no validate(value, type)',
    hint: `write classValidator({ validate }) with "validate" of class-validator, or { name: 'mine', validate(value, type) { … } }`,
  });
}

/** Reports a reader for multipart forms without the method `read`. */
export function checkBodyHandler(handler: BodyHandlerLike, origin: Origin): Finding[] {
  return checkRequiredMethod(handler, origin, {
    method: 'read',
    problem: 'body handler: it has no read(request, limits)',
    hint: 'write new BodyHandler({ uploadsDirectory }), or { async read(request, limits) { … } }',
  });
}

interface RequiredMethod {
  readonly method: string;
  /** The end of the message after "is not a", such as `validator: it has no validate(value, type)`. */
  readonly problem: string;
  readonly hint: string;
}

function checkRequiredMethod(
  given: unknown,
  origin: Origin,
  { method, problem, hint }: RequiredMethod,
): Finding[] {
  if (hasMethod(given, method)) return [];
  const message = (): string => `${inspect(given, { depth: 0 })} is not a ${problem}`;
  return [{ rule: 'invalid-component', origin, message, hint: () => hint }];
}
