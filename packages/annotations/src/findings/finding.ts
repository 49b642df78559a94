import type { Origin } from '@writ/http/kernel';
import type { RuleName } from './finding-codes.ts';

/** A start-up finding, located by where an annotation is called; its source is read only when it is printed. */
export interface Finding {
  readonly rule: RuleName;
  readonly origin: Origin;
  /** The finding is about this parameter (from 0) of the annotated method. */
  readonly parameter?: number;
  /** `parameter` is how the source calls it, such as `parameter "id"`. */
  readonly message: (parameter: string) => string;
  readonly hint: (name: string) => string;
  readonly related?: readonly { readonly message: string; readonly origin: Origin }[];
}
