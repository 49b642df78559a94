import type { Origin } from '@writ/http/kernel';
import type { RuleName } from './finding-codes.ts';

/** A start-up finding located at an annotation's call. The source is read only when the finding becomes a diagnostic. */
export interface Finding {
  readonly rule: RuleName;
  readonly origin: Origin;
  /** The zero-based index of the method or constructor parameter that the finding is about. */
  readonly parameter?: number;
  /** `parameter` describes the parameter by its name in the source, such as `parameter "id"`, or by its number. */
  readonly message: (parameter: string) => string;
  readonly hint: (name: string) => string;
  readonly related?: readonly { readonly message: string; readonly origin: Origin }[];
}
