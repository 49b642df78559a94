import { inspect } from 'node:util';
import type { Validator } from '@writ/http';
import type { BodyHandlerLike, Origin } from '@writ/http/kernel';
import { hasMethod } from '../recording/reflection.ts';
import type { Finding } from '../findings/finding.ts';

/** Checks a validator. */
export function checkValidator(validator: Validator, origin: Origin): Finding[] {
  return checkRequiredMethod(validator, origin, {
    method: 'validate',
    signature: 'validator: it has no validate(value, type)',
    hint: `write classValidator({ validate }) with "validate" of class-validator, or { name: 'mine', validate(value, type) { … } }`,
  });
}

/** Checks a reader of multipart forms. */
export function checkBodyHandler(handler: BodyHandlerLike, origin: Origin): Finding[] {
  return checkRequiredMethod(handler, origin, {
    method: 'read',
    signature: 'body handler: it has no read(request, limits)',
    hint: 'write new BodyHandler({ uploadsDirectory }), or { async read(request, limits) { … } }',
  });
}

interface RequiredMethod {
  readonly method: string;
  readonly signature: string;
  readonly hint: string;
}

function checkRequiredMethod(
  given: unknown,
  origin: Origin,
  { method, signature, hint }: RequiredMethod,
): Finding[] {
  if (hasMethod(given, method)) return [];
  const message = (): string => `${inspect(given, { depth: 0 })} is not a ${signature}`;
  return [{ rule: 'invalid-component', origin, message, hint: () => hint }];
}
