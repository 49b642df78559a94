/**
 * The stages in the order in which a plan lists them. The plan and the progress display use them as headings.
 * Operations of several stages may run at the same time.
 */
export const stages = [
  'download',
  'early',
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
  'error',
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

/** Placeholder for a folder or file whose path is known only during a run. */
export type FileRoot = (typeof fileRoots)[number];

/**
 * A string, the name of a secret whose value the run inserts, or the paths of kernels in the tree, one per line and
 * without the leading slash: those of one package, or of all packages except some.
 */
export type InputPart =
  | string
  | { readonly secret: string }
  | { readonly kernelsOf: string }
  | { readonly kernelsExcept: readonly string[] };

/**
 * A process to run. `argv` is never a shell command line. A shell interprets only custom commands, and Writ's
 * own scripts, which receive values as arguments.
 *
 * `host`: runs on this machine. `machine`: the same, and its mounts remain until the run ends. `mounted`: runs
 * on this machine while proc, dev and the like are mounted in the tree. `chroot`: runs inside the tree. `system`:
 * runs on this machine outside of the run's namespaces, so that its mounts and the programs that it starts remain.
 * Except for `chroot` and `system`, placeholders such as `{tree}` are replaced with their paths, and an argument such
 * as `{tree}/boot/*` is replaced with the paths of the entries in the folder.
 */
export interface Command {
  readonly where: 'host' | 'machine' | 'mounted' | 'chroot' | 'system';
  readonly argv: readonly string[];
  /** Standard input (default: empty). */
  readonly stdin?: readonly InputPart[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Folders that are hidden by empty file systems while the command runs. */
  readonly covers?: readonly string[];
  /** Mount this machine's resolv.conf into the tree, so that name resolution works there. */
  readonly resolves?: boolean;
}

/**
 * A file, folder or symbolic link that the run writes or removes. Missing parent folders of written entries are created
 * with mode 0755.
 */
export type FileWrite =
  | { readonly kind: 'file'; readonly path: string; readonly mode: number; readonly content: string }
  | { readonly kind: 'folder'; readonly path: string; readonly mode: number }
  /** A copy of one of the run's files, with its content at the time of copying. */
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
  /** The commands exited with 0. Their effect cannot be checked. */
  | { readonly kind: 'ended' };

/**
 * Boot entries in this machine's firmware that start a program from this partition and have one of these
 * labels.
 */
export interface StaleBootEntries {
  /** Unique GUID of the partition, in lower case. */
  readonly partition: string;
  readonly labels: readonly string[];
}

/**
 * A hook of the package manager that later operations run for each of its targets. A hook that does not have exactly
 * this command and this trigger remains part of the package transaction.
 */
export interface PostponedHook {
  /** The package that contains the hook. */
  readonly package: string;
  /** File name of the hook. */
  readonly name: string;
  /** The hook's command. It reads the paths that triggered the hook from standard input. */
  readonly exec: readonly string[];
  /** One of the paths that trigger the hook. */
  readonly target: string;
}

/** An installation step, as plain data that a dry run prints and a run applies. */
export interface Operation {
  /** Unique in the plan and the same in every run; the key in the journal. */
  readonly id: string;
  /** Title such as `Set the host name to archlinux`. */
  readonly title: string;
  readonly stage: Stage;
  /** Share of the total progress, roughly in tenths of a second. */
  readonly weight: number;
  /**
   * IDs of the operations that must be done before this one starts; operations that do not depend on each other
   * may run at the same time. Dependencies of dependencies are omitted.
   */
  readonly after: readonly string[];
  /** At least one of these paths must exist; otherwise, the operation is skipped. */
  readonly when?: readonly string[];
  /**
   * Check the target again before this operation, because it destroys the content of the target. Disks are
   * checked when the run first holds them.
   */
  readonly guardsTarget?: true;
  /**
   * How the run holds disks during the operation. `exclusive`: disks are opened exclusively.
   * `locked`: udev is only prevented from probing the disks and rereading their tables. The run
   * checks each disk when it first holds it.
   */
  readonly holds?: 'exclusive' | 'locked';
  /**
   * The effect ends with the run, so a resumed run repeats the operation even if the journal
   * records it as done.
   */
  readonly everyRun?: true;
  /** A hook that the package transaction of this operation leaves out. */
  readonly postpones?: PostponedHook;
  /**
   * The postponed hook that this operation runs. The operation's commands are skipped if the package transaction
   * has run the hook.
   */
  readonly completes?: PostponedHook;
  /** Boot entries from an earlier attempt, deleted before the commands run. */
  readonly replaces?: StaleBootEntries;
  /** Files written before the commands run. */
  readonly files: readonly FileWrite[];
  /** Commands, run one after another. */
  readonly commands: readonly Command[];
  /** Names of the secrets that the commands read from standard input. */
  readonly secrets: readonly string[];
  readonly verify: readonly Check[];
  /** Time limit of each command in seconds. */
  readonly limit: number;
  readonly undo: Undo;
}

/** How a resumed run handles an interrupted attempt. */
export type Undo =
  /** Cleanup is unnecessary: a second attempt has the same effect. */
  | { readonly kind: 'repeat' }
  /**
   * The commands undo the attempt, and then the operation runs again. The operation's files are written
   * before the commands as well, because they remove stale lock files. The commands may fail if there is
   * nothing to undo.
   */
  | { readonly kind: 'commands'; readonly commands: readonly Command[] }
  /**
   * A partial effect is useless: the run returns to the `from` operation, which discards the
   * effect.
   */
  | { readonly kind: 'again-from'; readonly from: string }
  /** The operation is atomic: it is done if `verify` holds. */
  | { readonly kind: 'verify-first' }
  /** The effect is unknown: the operation runs again only on request. */
  | { readonly kind: 'ask' };
