import type { PlacedClass, PlacedHandler } from '../tree/placed-class.ts';

/** What `writ build` writes: the controllers with their signatures, so that serving them needs neither files nor a parser. */
export interface ControllersTable {
  /** Of this format. */
  readonly version: typeof TABLE_VERSION;
  readonly prefixes: readonly string[];
  /** The path bits of every module. */
  readonly modules: readonly (readonly string[])[];
  readonly classes: readonly TableClass[];
}

export interface TableClass extends Omit<PlacedClass, 'placeOfStatic' | 'handlers'> {
  readonly handlers: readonly TableHandler[];
}

/** `file` as it is shown, seen from where the table was written. */
export type TableHandler = Omit<PlacedHandler, 'shownFile'>;

/** Grows when what the table says changes. */
export const TABLE_VERSION = 1;
