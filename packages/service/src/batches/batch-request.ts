import type { PlanOptions } from '../records/plan-options.ts';

/** A template and a table, with the target and the labels of each row. */
export interface BatchRequest extends Omit<PlanOptions, 'seed'> {
  /** The template as JSON. */
  readonly template: string;
  /** The table as CSV or JSON. */
  readonly table: string;
  /** Credentials for all rows, as JSON. */
  readonly credentials?: string | undefined;
  /** The name of each row's image, with variables such as `{{hostname}}`. */
  readonly image?: string | undefined;
  /** The path of each row's block device, with variables. */
  readonly device?: string | undefined;
  /** Labels that the workers of each row's machine must have, with variables. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
}
