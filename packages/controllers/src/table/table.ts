import type { StandardSchemaV1 } from '@writ/http';
import type { Key, ObjectParameter, Parameter, Signature } from '../signature/signature.ts';
import type { MountedClass, MountedHandler } from '../classes/mounted-class.ts';

/** What `writ build` writes: the controllers with their signatures, so that serving them needs neither files nor a parser. */
export interface ControllersTable {
  /** Of this format. */
  readonly version: typeof TABLE_VERSION;
  readonly prefixes: readonly string[];
  /** The path segments of every module. */
  readonly modules: readonly (readonly string[])[];
  readonly classes: readonly TableClass[];
}

export interface TableClass extends Omit<MountedClass, 'locateStatic' | 'handlers'> {
  readonly handlers: readonly TableHandler[];
}

/** `file` as it is shown, seen from where the table was written. */
export interface TableHandler extends Omit<MountedHandler, 'displayFile' | 'signature'> {
  readonly signature: TableSignature;
}

export interface TableSignature extends Omit<Signature, 'parameters'> {
  readonly parameters: readonly TableParameter[];
}

/** What a schema says is left out: it is there to be asked again. */
export type TableParameter = Parameter | SchemaParameter;

export interface SchemaParameter extends Omit<ObjectParameter, 'type' | 'keys'> {
  readonly schema: StandardSchemaV1;
  readonly keys: readonly Omit<Key, 'type'>[];
}

/** Grows when what the table says changes. */
export const TABLE_VERSION = 3;
