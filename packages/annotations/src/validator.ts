import { inspect } from 'node:util';
import type { Origin, Validator } from '@writ/http';
import type { Finding } from './findings/finding.ts';

/** What is wrong with what is to check objects. */
export function validatorFindings(validator: Validator, origin: Origin): Finding[] {
  if (typeof (validator as Partial<Validator> | undefined)?.validate === 'function') return [];
  return [
    {
      rule: 'no-component',
      origin,
      message: () => `${inspect(validator, { depth: 0 })} is no validator: it has no validate(value, type)`,
      hint: () =>
        `write classValidator({ validate }) with "validate" of class-validator, or { name: 'mine', validate(value, type) { … } }`,
    },
  ];
}
