import { createSources } from '@writ/source';
import { writeTypes, type WrittenTypes } from './write-types.ts';

/** Adds declared types to sources. */
export interface TypeWriter {
  /** Returns the module with its declared types; `files` are the files that declare them. */
  write(file: string, text: string): WrittenTypes & { readonly files: ReadonlySet<string> };
  /** Clears the cache of files, which may have changed. */
  forget(): void;
}

/** Creates a writer of declared types that reads each file once, until `forget` is called. */
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
