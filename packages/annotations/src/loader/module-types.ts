import { mayBeDecorated } from '../source/may-be-decorated.ts';
import { createTypeWriter, type TypeWriter } from '../source/type-writer.ts';
import type { WrittenTypes } from '../source/write-types.ts';

let writer: TypeWriter | undefined;

/**
 * Adds the declared types to a module's source. The type writer is imported statically: a hook that loads modules while
 * Node links the application can request a partially linked module, which ends the process.
 */
export function writeModuleTypes(file: string, text: string): WrittenTypes {
  if (!mayBeDecorated(text)) return NO_TYPES;
  writer ??= createTypeWriter();
  return writer.write(file, text);
}

const NO_TYPES: WrittenTypes = { text: undefined, expressions: [] };
