import { isSubclass } from '@writ/diagnostics/internal';
import type { Finding } from '../report/findings.ts';
import type { Component } from './component.ts';

/** How a finding speaks of the components. */
export interface ShadowWords {
  readonly rule: Finding['rule'];
  /** `reader` */
  readonly what: string;
  /** `reads` */
  readonly does: string;
}

/** Tells of components that are never asked, for one that is registered before them takes all that they are for. */
export function reportShadowed<T>(
  level: readonly Component<T>[],
  takesAll: (general: Component<T>, special: Component<T>) => boolean,
  { rule, what, does }: ShadowWords,
  report: (finding: Finding) => void,
): void {
  for (const [index, special] of level.entries()) {
    const general = level.slice(0, index).find((earlier) => takesAll(earlier, special));
    if (general === undefined) continue;
    report({
      rule,
      message: `the ${what} ${special.name} is never asked: ${general.name}, registered before it, takes all that it ${does}`,
      hint: `register the ${what} of the special class first`,
      origin: special.origin,
      related: general.origin && { message: 'the general one', origin: general.origin },
    });
  }
}

/** Whether every class of the one is a class of the other, or below one. Not of one that is for no class. */
export function takesTypes(general: Component<unknown>, { types = [] }: Component<unknown>): boolean {
  return types.length > 0 && types.every((type) => general.types?.some((each) => isSubclass(type, each)));
}
