import type { StandardSchemaV1 } from '@writ/http';
import type { Key, ObjectParameter, Parameter, Signature } from '../signature/signature.ts';
import type { MountedClass, MountedHandler } from '../classes/mounted-class.ts';
import type { Setup } from '../classes/setup.ts';
import type { PolicyFolder } from '../policies/policy-folder.ts';
import type { ToWebSocketRoute } from '../run/sockets.ts';

/** Controllers with their signatures, as written by `writ build`. Serving them requires neither files nor a parser. */
export interface ControllersTable {
  /** Version of this format. */
  readonly version: typeof TABLE_VERSION;
  readonly prefixes: readonly string[];
  /** Path segments of every module. */
  readonly modules: readonly (readonly string[])[];
  readonly classes: readonly TableClass[];
  /** The folders that set policies; `file` is relative to the working directory of `writ build`. */
  readonly folders: readonly Omit<PolicyFolder, 'locateExport'>[];
  /** The functions that set up the application; `file` is relative to the working directory of `writ build`. */
  readonly setups: readonly Omit<Setup, 'location'>[];
  /** Set if one of the classes has the handler `SOCKET`. */
  readonly toWebSocketRoute?: ToWebSocketRoute;
}

export interface TableClass extends Omit<MountedClass, 'locateStatic' | 'handlers'> {
  readonly handlers: readonly TableHandler[];
}

/** A handler; `file` is relative to the working directory of `writ build`. */
export interface TableHandler extends Omit<MountedHandler, 'displayFile' | 'signature'> {
  readonly signature: TableSignature;
}

export interface TableSignature extends Omit<Signature, 'parameters'> {
  readonly parameters: readonly TableParameter[];
}

/** A parameter, without the types that are derived from its schema or from the type of its object. */
export type TableParameter = Exclude<Parameter, ObjectParameter> | TypedObject | SchemaObject;

interface TypedObject extends Omit<ObjectParameter, 'schema' | 'keys'> {
  readonly keys: readonly Omit<Key, 'type'>[];
}

interface SchemaObject extends Omit<ObjectParameter, 'type' | 'keys'> {
  readonly schema: StandardSchemaV1;
  readonly keys: readonly Omit<Key, 'type'>[];
}

/** Incremented when the format changes. */
export const TABLE_VERSION = 7;
