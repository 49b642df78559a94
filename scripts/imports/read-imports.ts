import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';

/** An import, re-export or `import('…')` in a source file. */
export interface Import {
  /** The importing file. Paths are relative to the root of the repository, with slashes. */
  readonly from: string;
  readonly specifier: string;
  /** The file that a relative specifier refers to; undefined for a package. */
  readonly to: string | undefined;
  /** Whether it is a type import, which is erased at compile time. */
  readonly isType: boolean;
  /** Offsets of the specifier in the text. */
  readonly start: number;
  readonly end: number;
}

/** Lists all imports of a file, including type imports and dynamic ones. */
export function readImports(file: string, text: string): readonly Import[] {
  const { module, comments } = parseSync(file, text);
  const found: Import[] = [];
  const add = (specifier: string, isType: boolean, start: number, end: number): void => {
    const isRelative = specifier.startsWith('.');
    const to = isRelative ? posix.join(posix.dirname(file), specifier) : undefined;
    found.push({ from: file, specifier, to, isType, start, end });
  };
  for (const {
    moduleRequest: { value, start, end },
    entries,
  } of module.staticImports) {
    add(value, entries.length > 0 && entries.every((entry) => entry.isType), start, end);
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest) add(moduleRequest.value, isType, moduleRequest.start, moduleRequest.end);
    }
  }
  const dynamic = new Set(module.dynamicImports.map(({ moduleRequest }) => moduleRequest.start));
  for (const match of text.matchAll(/\bimport\(\s*(['"])([^'"\n]+)\1/g)) {
    const start = match.index + match[0].length - match[2]!.length - 2;
    const isComment = comments.some((comment) => comment.start <= start && start < comment.end);
    if (!isComment) add(match[2]!, !dynamic.has(start), start, start + match[2]!.length + 2);
  }
  return found;
}
