import type { Origin } from '@writ/http/kernel';
import { unreachableFields } from '../recording/fields.ts';
import type { Finding } from '../findings/finding.ts';
import type { Class } from '../recording/reflection.ts';
import { classNameOf } from './method.ts';

const REASONS = {
  static: ['is static', 'remove "static"'],
  private: ['is private', 'remove the "#"'],
  field: ['is an accessor', 'write a field'],
  method: ['is a method', 'write a field'],
} as const;

/** Reports bound members of a bean or component to which no value can be assigned. */
export function checkUnreachableFields(type: Class, at: Origin): Finding[] {
  return unreachableFields(type).map(({ name, kind, annotations }): Finding => {
    const [why, hint] = REASONS[kind];
    return {
      rule: 'unreachable-field',
      origin: annotations[0]?.origin ?? at,
      message: () => `${classNameOf(type)}.${String(name)} ${why}, so no value can be assigned to it`,
      hint: () => hint,
    };
  });
}
