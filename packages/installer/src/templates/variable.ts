import type { OffsetRange } from '@writ/diagnostics';

/** The types that a variable can have. */
export const VARIABLE_TYPES = ['hostname', 'ip', 'prefix', 'mac', 'enum', 'integer', 'text'] as const;

/** The type of a variable. */
export type VariableType = (typeof VARIABLE_TYPES)[number];

/** A variable that a template declares. */
export interface Variable {
  /** The name, which is also the name of the table's column; it begins with `!` if the values are secrets. */
  readonly name: string;
  readonly type: VariableType;
  /** The values of the type `enum`. */
  readonly values?: readonly string[];
  /** The bounds of the type `integer`. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** The regular expression that a whole value of the type `text` must match. */
  readonly pattern?: string;
  /** The bounds for the number of characters of the type `text`. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** The range of the name in the template. */
  readonly range: OffsetRange;
}

/** Maximum number of characters in a value. */
export const MAX_LENGTH = 1024;

const NAME = /^!?[a-z][a-z0-9_]{0,31}$/;

/** Whether a string is a valid name of a variable. */
export function isVariableName(name: string): boolean {
  return NAME.test(name);
}

/** Whether the values of a variable are secrets. */
export function isSecretVariable(name: string): boolean {
  return name.startsWith('!');
}

/** Returns the name of the environment variable with which custom commands read a variable. */
export function environmentName(name: string): string {
  return `WRIT_VAR_${name.toUpperCase()}`;
}
