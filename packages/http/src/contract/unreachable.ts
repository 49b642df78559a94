import { isSubclass } from '@writ/diagnostics/internal';
import type { Finding } from '../report/findings.ts';
import type { Origin } from '../report/origin.ts';
import type { Component } from './component.ts';

/** How a finding speaks of the components. */
export interface UnreachableTexts {
  readonly rule: Finding['rule'];
  /** `reader` */
  readonly what: string;
  /** `reads` */
  readonly does: string;
  /** `of all routes`, where several lists are checked. */
  readonly of?: string;
  /** The location of components that have none of their own. */
  readonly origin?: Origin | undefined;
}

/** Reports components that are never called because an earlier one of the list includes all their types. */
export function reportUnreachable<T>(
  level: readonly Component<T>[],
  takesAll: (general: Component<T>, special: Component<T>) => boolean,
  { rule, what, does, of, origin }: UnreachableTexts,
  report: (finding: Finding) => void,
): void {
  for (const [index, special] of level.entries()) {
    const general = level.slice(0, index).find((earlier) => takesAll(earlier, special));
    if (general === undefined) continue;
    report({
      rule,
      message: `the ${what} ${special.name}${of === undefined ? '' : ` ${of}`} is unreachable: ${general.name}, registered before it, ${does} the same types`,
      hint: `register the more specific ${what} first`,
      origin: special.origin ?? origin,
      related: general.origin && { message: 'the general one', origin: general.origin },
    });
  }
}

/** Whether every class of the one is a class of the other, or below one. Not of one that is for no class. */
export function includesTypes(general: Component<unknown>, { types = [] }: Component<unknown>): boolean {
  return types.length > 0 && types.every((type) => general.types?.some((each) => isSubclass(type, each)));
}
