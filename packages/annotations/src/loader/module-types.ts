import { mayBeDecorated } from '../source/may-be-decorated.ts';
import { createTypeWriter, type TypeWriter } from '../source/type-writer.ts';
import type { WrittenTypes } from '../source/write-types.ts';

let writer: TypeWriter | undefined;

/**
 * The types that a source declares, as code. What reads them is loaded with the hook: a hook that loads modules while
 * Node links those of the application can ask for one that is half linked, which ends the process.
 */
export function writeModuleTypes(file: string, text: string): WrittenTypes {
  if (!mayBeDecorated(text)) return NO_TYPES;
  writer ??= createTypeWriter();
  return writer.write(file, text);
}

const NO_TYPES: WrittenTypes = { text: undefined, expressions: [] };
