/** The declaration of a mirror package. */
export interface Recipe {
  readonly name: string;
  readonly repository: 'core' | 'extra';
  readonly description: string;
  /** The Debian package whose upstream version this package has (default: version `1`). */
  readonly versionOf?: string;
  /**
   * Patterns for the Debian packages whose files the package contains; `*` matches any characters. A Debian
   * package belongs to the first recipe that matches it.
   */
  readonly debian?: readonly string[];
  /** Contains the files of all Debian packages that no other recipe matches. */
  readonly rest?: true;
  /** Contains the mirror's public key, for the package manager of the installed system. */
  readonly keyring?: true;
  /** Patterns for files to exclude, in bsdtar syntax, in addition to the set's patterns. */
  readonly without?: readonly string[];
  readonly depends?: readonly string[];
  /**
   * Folders of `trees/` that are copied over the files of the Debian packages. An `.INSTALL` file in such a
   * folder is the scriptlet.
   */
  readonly trees?: readonly string[];
  /** Files that Debian's maintainer scripts would copy: each path with its source. */
  readonly copies?: Readonly<Record<string, string>>;
  /** Symbolic links: each path with its target. */
  readonly links?: Readonly<Record<string, string>>;
  readonly folders?: readonly string[];
  /** Modes and groups that differ from the defaults: 0644, or 0755 for folders and programs, and root. */
  readonly modes?: Readonly<Record<string, readonly [mode: number, group?: number]>>;
  /** Configuration files, which upgrades preserve. */
  readonly backup?: readonly string[];
  /** Final changes to the collected files. */
  readonly finish?: (stage: Stage) => Promise<void>;
}

/** A folder that collects a package's files. */
export interface Stage {
  /** Absolute path. */
  readonly folder: string;
  /** Runs a program in the folder. */
  run(...argv: string[]): Promise<string>;
}

/** The content of a mirror. */
export interface RecipeSet {
  readonly recipes: readonly Recipe[];
  /** Debian packages, fetched with their dependencies. */
  readonly debian: readonly string[];
  /** Patterns for excluded dependencies. */
  readonly unwanted: readonly string[];
  /** Patterns for files to exclude from all packages. */
  readonly without: readonly string[];
  /** Further Debian packages, which become separate packages. */
  readonly separate?: SeparatePackages;
  /** Disk space and duration of a build, printed before it starts. */
  readonly needs?: { readonly megabytes: number; readonly minutes: number };
}

/**
 * Debian packages that are fetched with their dependencies, and become packages named after their sources.
 */
export interface SeparatePackages {
  readonly debian: readonly string[];
  /** Patterns for excluded dependencies. */
  readonly unwanted: readonly string[];
  /** Source packages that have a folder with the same name in `trees/`. */
  readonly trees: readonly string[];
  /** Name of an empty package that depends on all separate packages. */
  readonly all: string;
}

/** True if a name matches the pattern, which may contain one `*` for any characters. */
export function matchesPattern(pattern: string, name: string): boolean {
  const [start = '', end] = pattern.split('*');
  if (end === undefined) return name === pattern;
  return name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end);
}

/** Splits a multi-line template into names. */
export function splitWords(text: string): string[] {
  return text.trim().split(/\s+/);
}
