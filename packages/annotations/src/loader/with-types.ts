import { createRequire } from 'node:module';
import { mayBeDecorated } from '../source/may-be-decorated.ts';
import type { TypeWriter } from '../source/type-writer.ts';

let writer: TypeWriter | undefined;

/** The source with the types that it declares, as code. Their reader is loaded for the first decorated class. */
export function withTypes(file: string, text: string): string {
  if (!mayBeDecorated(text)) return text;
  if (writer === undefined) {
    // The modules that are loaded now pass this as well.
    writer = NONE;
    writer = load().createTypeWriter();
  }
  return writer.write(file, text).text ?? text;
}

const NONE: TypeWriter = { write: () => ({ text: undefined, files: new Set() }), forget() {} };

function load(): { createTypeWriter(): TypeWriter } {
  return createRequire(import.meta.url)('@writ/annotations/types') as ReturnType<typeof load>;
}
