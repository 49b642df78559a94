import type { Type } from '@writ/http';
import type { TSType } from '@oxc-project/types';
import { sourceTextOf, type Scope } from './scope.ts';

/** The types that are being read, to detect a type that contains itself. */
export type OpenNames = readonly string[];

/** Reads a nested type; passed to the readers of compound types to avoid circular imports. */
export type ReadType = (node: TSType, scope: Scope, open: OpenNames) => Type | undefined;

const SUPPORTED_TYPES =
  'supported types: string, number, boolean, bigint, Date, URL, File, Uint8Array, unknown, literals, templates and unions of them, enums, typeof a constant, arrays, tuples, Set, Map, object types with Record, Partial, Pick and Omit, "| null" and "| undefined", and types inferred by a schema';

export function reportUnsupportedType(node: TSType, scope: Scope, hint: string = SUPPORTED_TYPES): undefined {
  return scope.report(
    'type-unknown',
    node,
    `the type ${sourceTextOf(scope, node)} is not supported`,
    node.type === 'TSAnyKeyword' ? 'write "unknown" and check the value in the handler' : hint,
  );
}
