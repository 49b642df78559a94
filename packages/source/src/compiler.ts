/**
 * @module Loads the TypeScript parser and compiler on first use. They belong to a separate package,
 * `@writ/compiler`, because an application that runs the output of `writ build` needs neither.
 */
import type { Program } from '@oxc-project/types';

/** A comment in a source. */
export interface Comment {
  /** The kind of comment: `// line` or `/* block`. */
  readonly type: 'Line' | 'Block';
  /** The text without the comment's delimiters. */
  readonly value: string;
  /** The offset of the first character, in UTF-16 units. */
  readonly start: number;
  /** The offset after the last character. */
  readonly end: number;
}

/** A syntax error in a source. */
export interface SyntaxIssue {
  /** The description of the error. */
  readonly message: string;
  /** The locations, beginning with the main one. */
  readonly labels: readonly {
    readonly message: string | null;
    readonly start: number;
    readonly end: number;
  }[];
  /** A correction, or null. */
  readonly helpMessage: string | null;
}

/** A name in an import or export, with its location if it is written in the source. */
interface ModuleName {
  readonly kind: string;
  readonly name: string | null;
  readonly start: number | null;
  readonly end: number | null;
}

/** The static imports and exports of a module. */
export interface ModuleRecord {
  /** Whether the source contains `import`, `export` or `import.meta`. */
  readonly hasModuleSyntax: boolean;
  /** The import statements. */
  readonly staticImports: readonly {
    readonly moduleRequest: { readonly value: string };
    readonly entries: readonly {
      readonly importName: Pick<ModuleName, 'kind' | 'name'>;
      readonly localName: { readonly value: string };
    }[];
  }[];
  /** The export statements. */
  readonly staticExports: readonly {
    readonly entries: readonly {
      readonly start: number;
      readonly end: number;
      readonly moduleRequest: { readonly value: string } | null;
      readonly importName: Pick<ModuleName, 'kind' | 'name'>;
      readonly exportName: ModuleName;
      readonly localName: Pick<ModuleName, 'name'>;
      readonly isType: boolean;
    }[];
  }[];
}

/** A parsed source. */
export interface ParsedSource {
  /** The syntax tree. */
  readonly program: Program;
  /** Its imports and exports. */
  readonly module: ModuleRecord;
  /** Its comments, in the order in which they are written. */
  readonly comments: readonly Comment[];
  /** Its syntax errors. */
  readonly errors: readonly SyntaxIssue[];
}

/** Parses a source. The file's extension determines the language unless `lang` specifies it. */
export type Parser = (
  file: string,
  text: string,
  options?: { readonly lang?: 'js' | 'ts' | 'tsx' | 'dts'; readonly sourceType?: 'module' },
) => ParsedSource;

/** Why the compiler is not available. */
let failure: unknown;
let parser: { readonly parseSync: Parser } | undefined;

/**
 * Returns the TypeScript parser, or undefined if `@writ/compiler` is not installed, for instance in production or in a
 * bundle. Its native code is loaded only when the first source is read, so an application with a built table never
 * loads this code.
 */
export function loadParser(): Parser | undefined {
  parser ??= loadCompiler('parser') as typeof parser;
  return parser?.parseSync;
}

/** Returns the TypeScript parser. @throws Error if `@writ/compiler` is not installed. */
export function requireParser(): Parser {
  const parse = loadParser();
  if (parse !== undefined) return parse;
  throw missingCompiler('TypeScript sources cannot be read');
}

/**
 * Returns the entry `@writ/compiler/transform`.
 *
 * @throws Error if `@writ/compiler` is not installed
 */
export function requireTransform(): unknown {
  const transform = loadCompiler('transform');
  if (transform !== undefined) return transform;
  throw missingCompiler('decorated TypeScript cannot be run');
}

function missingCompiler(effect: string): Error {
  return new Error(
    `${effect} without @writ/compiler: install it with \`npm install --save-dev @writ/compiler\`, or run the output of \`writ build\``,
    { cause: failure },
  );
}

/**
 * Loads an entry of `@writ/compiler`, which no package here declares as a dependency: npm installs even an optional
 * peer dependency in production if it is one of the application's development dependencies.
 */
function loadCompiler(entry: 'parser' | 'transform'): unknown {
  // `createRequire` is not imported, because bundlers would follow it.
  const { createRequire } = process.getBuiltinModule('node:module');
  for (const place of listPlaces()) {
    try {
      return createRequire(place)(`@writ/compiler/${entry}`);
    } catch (error) {
      failure = error;
    }
  }
  return undefined;
}

/**
 * Lists where the package is searched for: next to this package, in the application's folder, and next to the program
 * that runs, such as `writ`. The latter two are necessary with pnpm, whose packages see only their own dependencies.
 */
function listPlaces(): readonly string[] {
  const folder = `${process.cwd()}/`;
  // A CommonJS bundle has no `import.meta.url`.
  const { url = folder } = import.meta as { readonly url?: string };
  return [url, folder, ...programOf(process.argv[1])];
}

function programOf(file: string | undefined): readonly string[] {
  if (file === undefined) return [];
  try {
    // `node_modules/.bin` contains links.
    return [process.getBuiltinModule('node:fs').realpathSync(file)];
  } catch {
    return [];
  }
}
