/** What one package of a mirror is made from. */
export interface Recipe {
  readonly name: string;
  readonly repository: 'core' | 'extra';
  readonly description: string;
  /** The Debian package whose upstream version it bears; `1` without it. */
  readonly versionOf?: string;
  /** Debian packages whose files it holds; a `*` stands for anything. The first recipe that names one has it. */
  readonly debian?: readonly string[];
  /** Holds the files of every Debian package of the set that no other recipe names. */
  readonly rest?: true;
  /** Holds the public key that signs the mirror, for the installed system's package manager. */
  readonly keyring?: true;
  /** Patterns of files that it does not hold, as bsdtar reads them, besides those of the set. */
  readonly without?: readonly string[];
  readonly depends?: readonly string[];
  /** Folders of `trees/` that are copied over the files of the Debian packages. A scriptlet is an `.INSTALL` there. */
  readonly trees?: readonly string[];
  /** Files that Debian's maintainer scripts would copy into place: from where, by path. */
  readonly copies?: Readonly<Record<string, string>>;
  /** Symbolic links: what they say, by path. */
  readonly links?: Readonly<Record<string, string>>;
  readonly folders?: readonly string[];
  /** Of what has not 0644, or 0755 for folders and programs, or another group than root's. */
  readonly modes?: Readonly<Record<string, readonly [mode: number, group?: number]>>;
  /** Paths that users change: kept when the package is upgraded. */
  readonly backup?: readonly string[];
  /** Last touches that need to look at the files. */
  readonly finish?: (stage: Stage) => Promise<void>;
}

/** A folder in which the files of one package are gathered. */
export interface Stage {
  /** Absolute path. */
  readonly folder: string;
  /** Runs a program in the folder. */
  run(...argv: string[]): Promise<string>;
}

/** What a mirror holds. */
export interface RecipeSet {
  readonly recipes: readonly Recipe[];
  /** Debian packages that are wanted; what they depend on comes with them. */
  readonly debian: readonly string[];
  /** Those of what comes with them whose files are left out, with the same star. */
  readonly unwanted: readonly string[];
  /** Patterns of files that no package holds. */
  readonly without: readonly string[];
}

/** Whether a name is the pattern, of which one star stands for anything. */
export function matches(pattern: string, name: string): boolean {
  const [start = '', end] = pattern.split('*');
  if (end === undefined) return name === pattern;
  return name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end);
}
