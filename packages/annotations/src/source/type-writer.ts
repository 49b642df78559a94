import { createSources } from '@writ/source';
import { writeTypes, type WrittenTypes } from './write-types.ts';

/** Writes the types that sources declare into them; reads each file that declares one once. */
export interface TypeWriter {
  /** `files` are those that declare types of the module. */
  write(file: string, text: string): WrittenTypes & { readonly files: ReadonlySet<string> };
  /** Files that were read may have changed. */
  forget(): void;
}

/** A writer of declared types that reads each file once, until `forget` is called. */
export function createTypeWriter(): TypeWriter {
  let files = new Set<string>();
  const open = (): ReturnType<typeof createSources> => createSources((file) => void files.add(file));
  let sources = open();
  return {
    write(file, text) {
      files = new Set();
      return { ...writeTypes(file, text, sources), files };
    },
    forget() {
      sources = open();
    },
  };
}
