import type { Origin } from '@writ/http/kernel';

/** What can be wrong with annotations, each with the code that findings and documentation name it by. */
export const CODES = {
  'without-verb': 'W2101',
  'unreachable-method': 'W2102',
  'two-verbs': 'W2103',
  'said-twice': 'W2104',
  'two-binding-styles': 'W2105',
  'no-source': 'W2106',
  'unknown-type': 'W2107',
  'contradicted-type': 'W2108',
  'replaced-method': 'W2109',
  'no-instance': 'W2110',
  'no-routes': 'W2111',
  'binding-outside-a-route': 'W2112',
  'no-path': 'W2113',
  'no-class': 'W2114',
  'no-component': 'W2115',
  'detail-without-source': 'W2116',
  'misplaced-detail': 'W2117',
  'no-bean-fields': 'W2118',
  'cyclic-bean': 'W2119',
  'wrong-header': 'W2120',
  'component-field': 'W2121',
  'no-media-type': 'W2122',
  'incompatible-component': 'W2123',
  'nothing-registered': 'W2124',
  'unreachable-field': 'W2125',
  'origin-pattern': 'W2126',
  'made-already': 'W2127',
  'not-in-a-thread': 'W2128',
  'not-injected': 'W2129',
  'no-toolkit': 'W2130',
  'empty-annotation': 'W2131',
  'metadata-alone': 'W2132',
  'inherited-rule': 'W2133',
  'unexported-class': 'W2134',
} as const;

/** A start-up finding, located by where an annotation is called; its source is read only when it is printed. */
export interface Finding {
  readonly rule: keyof typeof CODES;
  /** An error, when not given. Of a warning no source is read: an application may go on with it. */
  readonly severity?: 'warning';
  readonly origin: Origin;
  /** The finding is about this parameter (from 0) of the annotated method. */
  readonly parameter?: number;
  /** `parameter` is how the source calls it, such as `parameter "id"`. */
  readonly message: (parameter: string) => string;
  readonly hint: (name: string) => string;
  readonly related?: readonly { readonly message: string; readonly origin: Origin }[];
}
