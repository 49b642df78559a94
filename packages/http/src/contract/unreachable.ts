import { isSubclass } from '@writ/diagnostics/internal';
import type { Finding } from '../report/findings.ts';
import type { Origin } from '../report/origin.ts';
import type { Component } from './component.ts';

/** Words for the message of a finding about unreachable components. */
export interface UnreachableWording {
  readonly rule: Finding['rule'];
  /** The kind of component, such as `reader`. */
  readonly what: string;
  /** The verb that describes its task, such as `reads`. */
  readonly does: string;
  /** The list that contains the components, if several lists are checked, such as `of all routes`. */
  readonly of?: string;
  /** The location of a finding if the component has none. */
  readonly origin?: Origin | undefined;
}

/** Reports components that are never called because an earlier component accepts all their types. */
export function reportUnreachable<T>(
  level: readonly Component<T>[],
  includesAll: (general: Component<T>, special: Component<T>) => boolean,
  { rule, what, does, of, origin }: UnreachableWording,
  report: (finding: Finding) => void,
): void {
  for (const [index, special] of level.entries()) {
    const general = level.slice(0, index).find((earlier) => includesAll(earlier, special));
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

/**
 * Whether each type of the second component equals or extends a type of the first. Returns false if the second
 * component lists no types.
 */
export function includesTypes(general: Component<unknown>, { types = [] }: Component<unknown>): boolean {
  return types.length > 0 && types.every((type) => general.types?.some((each) => isSubclass(type, each)));
}
