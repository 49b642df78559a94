/** The stages in the order in which they run. They are headings in the plan and in the progress. */
export const stages = [
  'download',
  'disk',
  'tree',
  'packages',
  'system',
  'loader',
  'users',
  'profile',
  'services',
  'commands',
  'verify',
  'image',
  'device',
] as const;

/** A stage of an installation. */
export type Stage = (typeof stages)[number];

/**
 * Folders and files whose paths are known only to the run. Commands and paths refer to them as `{tree}` and
 * so on, so that a plan and its digest do not depend on their locations.
 *
 * `tree`: the root of the new system. `work`: the working folder of the run. `image`: the image while it is
 * built. `target`: the final name of the image, or the disk. `folder`: the folder of the image. `second` and
 * `home`: like `target` and `image` for the second drive. `cache`: verified packages. `scratch`:
 * configuration, keyring and databases of the package manager for this run.
 */
export const fileRoots = [
  'tree',
  'work',
  'image',
  'target',
  'folder',
  'second',
  'home',
  'cache',
  'scratch',
] as const;

/** The name of a folder or file whose path is known only to the run. */
export type FileRoot = (typeof fileRoots)[number];

/** A string, or the name of a secret whose value the run inserts. */
export type InputPart = string | { readonly secret: string };

/**
 * A process to run. `argv` is never a shell command line; only custom commands are interpreted by a shell.
 *
 * `host`: runs on this machine. `machine`: the same, and its mounts remain until the run ends. `mounted`:
 * runs on this machine while proc, dev and the like are mounted in the tree. `chroot`: runs inside the tree.
 * An argument that ends in `/*` is replaced with the entries of that folder.
 */
export interface Command {
  readonly where: 'host' | 'machine' | 'mounted' | 'chroot';
  readonly argv: readonly string[];
  /** Standard input (default: empty). */
  readonly stdin?: readonly InputPart[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Folders that are hidden by empty file systems while the command runs. */
  readonly covers?: readonly string[];
  /** Mount this machine's resolv.conf into the tree, so that name resolution works there. */
  readonly resolves?: boolean;
}

/** A file, folder or symbolic link that the run writes; missing parent folders are created with mode 0755. */
export type FileWrite =
  | { readonly kind: 'file'; readonly path: string; readonly mode: number; readonly content: string }
  | { readonly kind: 'folder'; readonly path: string; readonly mode: number }
  /** A copy of a file of the run, with the content that it has at that time. */
  | { readonly kind: 'copy'; readonly path: string; readonly mode: number; readonly from: string }
  | { readonly kind: 'link'; readonly path: string; readonly to: string }
  /** Removes an entry; folders are removed recursively. */
  | { readonly kind: 'absent'; readonly path: string };

/** A condition that must hold after an operation. */
export type Check =
  | { readonly kind: 'exists'; readonly path: string }
  | { readonly kind: 'absent'; readonly path: string }
  | { readonly kind: 'file'; readonly path: string; readonly mode?: number; readonly content: string }
  | { readonly kind: 'contains'; readonly path: string; readonly pattern: string }
  | { readonly kind: 'link'; readonly path: string; readonly to: string }
  /** The command exits with 0. */
  | { readonly kind: 'command'; readonly command: Command }
  /** Every resolved package is in the cache. */
  | { readonly kind: 'cached' }
  /** Every resolved package is in the package database of the tree. */
  | { readonly kind: 'packages' }
  /** The file starts with a GPT with this GUID. */
  | { readonly kind: 'table'; readonly path: string; readonly uuid: string }
  /** The commands exited with 0; their effect cannot be checked. */
  | { readonly kind: 'ended' };

/** Boot entries in the firmware of this machine with one of these labels that point to this partition. */
export interface StaleBootEntries {
  /** Unique GUID of the partition, in lower case. */
  readonly partition: string;
  readonly labels: readonly string[];
}

/** A step of an installation, as plain data that a dry run prints and a run applies. */
export interface Operation {
  /** Unique in the plan and stable between runs; the key in the journal. */
  readonly id: string;
  /** Title such as `Set the host name to archlinux`. */
  readonly title: string;
  readonly stage: Stage;
  /** Share of the total progress, roughly in tenths of a second. */
  readonly weight: number;
  /** Paths of which one must exist; otherwise the operation is skipped. */
  readonly when?: readonly string[];
  /** Check the target again before this operation, the first one that writes to it. */
  readonly guardsTarget?: true;
  /**
   * How disks are held during the operation: `exclusive` means that they are opened exclusively; `locked`
   * only prevents udev from probing them and rereading their tables. The disks are checked when they are
   * first held.
   */
  readonly holds?: 'exclusive' | 'locked';
  /**
   * The effect ends with the run, so a resumed run repeats the operation even if the journal records it as
   * done.
   */
  readonly everyRun?: true;
  /** Entries of an earlier attempt, deleted before the commands run. */
  readonly replaces?: StaleBootEntries;
  /** Files written before the commands run. */
  readonly files: readonly FileWrite[];
  /** Commands, run one after the other. */
  readonly commands: readonly Command[];
  /** Names of the secrets that the commands read from standard input. */
  readonly secrets: readonly string[];
  readonly verify: readonly Check[];
  /** Time limit of each command in seconds. */
  readonly limit: number;
  readonly undo: Undo;
}

/** How a resumed run handles an attempt that did not finish. */
export type Undo =
  /** Nothing needs to be undone: a second attempt has the same effect. */
  | { readonly kind: 'repeat' }
  /**
   * The commands undo the attempt, and then the operation runs again. They may fail if there is nothing to
   * undo.
   */
  | { readonly kind: 'commands'; readonly commands: readonly Command[] }
  /** A partial effect is useless: the run goes back to the operation `from`, which discards it. */
  | { readonly kind: 'again-from'; readonly from: string }
  /** The operation is atomic: it is done if `verify` holds. */
  | { readonly kind: 'verify-first' }
  /** The effect is unknown: the operation runs again only on request. */
  | { readonly kind: 'ask' };
