import { createRequire } from 'node:module';
import { mayBeDecorated } from '../source/may-be-decorated.ts';
import type { TypeWriter } from '../source/type-writer.ts';
import type { WrittenTypes } from '../source/write-types.ts';

let writer: TypeWriter | undefined;

/** The types that a source declares, as code. Their reader is loaded for the first decorated class. */
export function typesIn(file: string, text: string): WrittenTypes {
  if (!mayBeDecorated(text)) return NOTHING;
  if (writer === undefined) {
    // The modules that are loaded now pass this as well.
    writer = NONE;
    writer = load().createTypeWriter();
  }
  return writer.write(file, text);
}

const NOTHING: WrittenTypes = { text: undefined, expressions: [] };
const NONE: TypeWriter = { write: () => ({ ...NOTHING, files: new Set() }), forget() {} };

function load(): { createTypeWriter(): TypeWriter } {
  return createRequire(import.meta.url)('@writ/annotations/types') as ReturnType<typeof load>;
}
