import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync, type Comment, type ParseResult } from 'oxc-parser';

export interface Source {
  /** Path relative to the root of the workspace. */
  readonly file: string;
  readonly text: string;
  readonly program: ParseResult['program'];
  readonly module: ParseResult['module'];
  readonly comments: readonly Comment[];
}

/** A name that an entry exports, with its declaration. */
export interface PublicName {
  /** Exported name. */
  readonly name: string;
  readonly source: Source;
  /** Name of the declaration in its source file. */
  readonly local: string;
}

/** Finds the declarations of exported names within a package; names from other packages are skipped. */
export class PublicNames {
  readonly #root: string;
  readonly #sources = new Map<string, Source>();

  constructor(root: string) {
    this.#root = root;
  }

  sourceOf(file: string): Source {
    const known = this.#sources.get(file);
    if (known) return known;
    const text = readFileSync(join(this.#root, file), 'utf8');
    const { program, module, comments } = parseSync(file, text);
    const source = { file, text, program, module, comments };
    this.#sources.set(file, source);
    return source;
  }

  /** Returns all public names of a file, or only the specified one. */
  of(file: string, only?: string): readonly PublicName[] {
    const source = this.sourceOf(file);
    return source.module.staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ exportName, importName, localName, moduleRequest }) => {
        const name = exportName.kind === 'Default' ? 'default' : (exportName.name ?? undefined);
        if (only !== undefined && name !== undefined && name !== only) return [];
        if (!moduleRequest) return this.#declaredOrImported(source, name!, localName.name ?? name!);
        if (!moduleRequest.value.startsWith('.')) return [];
        const to = join(dirname(file), moduleRequest.value);
        if (importName.kind === 'Name') return this.of(to, importName.name!);
        return this.of(to, name === undefined ? only : undefined);
      });
  }

  /** Follows `import { a } from './a.ts'; export { a }`. */
  #declaredOrImported(source: Source, name: string, local: string): readonly PublicName[] {
    for (const { entries, moduleRequest } of source.module.staticImports) {
      const found = entries.find(({ localName }) => localName.value === local);
      if (!found) continue;
      if (!moduleRequest.value.startsWith('.')) return [];
      return this.of(join(dirname(source.file), moduleRequest.value), found.importName.name ?? 'default');
    }
    return [{ name, source, local }];
  }
}
