import type { Diagnostic } from '@writ/diagnostics';
import { refusal } from '../refusal.ts';
import type { Plan } from './plan-type.ts';

/** What is planned and cannot be run yet: refused by name, before the first write. */
export function notBuiltYet({ target }: Plan): Diagnostic[] {
  if (target.kind === 'image') return [];
  return [
    refusal(
      'not-built-yet',
      `this version of Writ plans this and cannot do it yet: installing onto the disk ${target.path}`,
      { hint: 'name a file that ends in .img or .raw' },
    ),
  ];
}
