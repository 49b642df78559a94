/** The stages in the order in which they run; a stage is a heading of the plan and of the progress. */
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

/** A stage of the run. */
export type Stage = (typeof stages)[number];

/**
 * Folders and files whose place only the run knows; they stand in commands and paths as `{tree}` and so on,
 * so that a plan (and its digest) is the same wherever the cache lies.
 *
 * `tree`: the root of the new system. `work`: the staging folder beside an image. `image`: the image while it
 * is being made. `target`: the name it gets at the end, or the disk. `folder`: that of the image. `second` and
 * `home`: the same as `target` and `image` for the second drive. `cache`: verified packages. `scratch`: the
 * package manager's own configuration, keyring and databases for this one run.
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

/** The name of a folder or file whose path only the run knows. */
export type FileRoot = (typeof fileRoots)[number];

/** A text, or the name of a secret that the run puts in its place. */
export type InputPart = string | { readonly secret: string };

/**
 * One process: an argument vector, never a line for a shell (custom commands aside, whose text is one argument).
 *
 * `host`: started on this machine. `machine`: the same, and what it mounts stays mounted until the run ends. `mounted`: while proc,
 * dev and the like are mounted in the tree. `chroot`: started inside the tree. An argument that ends in `/*` stands for the entries of that folder.
 */
export interface Command {
  readonly where: 'host' | 'machine' | 'mounted' | 'chroot';
  readonly argv: readonly string[];
  /** Absent: empty standard input. */
  readonly stdin?: readonly InputPart[];
  readonly environment?: Readonly<Record<string, string>>;
  /** An empty file system is laid over each of these folders while the command runs. */
  readonly covers?: readonly string[];
  /** The machine's resolv.conf is bound into the tree, so that names resolve there. */
  readonly resolves?: boolean;
}

/** A file, folder or symbolic link that the run writes itself; missing folders above it are made with 0755. */
export type FileWrite =
  | { readonly kind: 'file'; readonly path: string; readonly mode: number; readonly content: string }
  | { readonly kind: 'folder'; readonly path: string; readonly mode: number }
  /** What a file of the run's own holds by then. */
  | { readonly kind: 'copy'; readonly path: string; readonly mode: number; readonly from: string }
  | { readonly kind: 'link'; readonly path: string; readonly to: string }
  /** Removes what is there, folders with everything below. */
  | { readonly kind: 'absent'; readonly path: string };

/** A fact that holds when an operation's effect is there. */
export type Check =
  | { readonly kind: 'exists'; readonly path: string }
  | { readonly kind: 'absent'; readonly path: string }
  | { readonly kind: 'file'; readonly path: string; readonly mode?: number; readonly content: string }
  | { readonly kind: 'contains'; readonly path: string; readonly pattern: string }
  | { readonly kind: 'link'; readonly path: string; readonly to: string }
  /** The command ends with 0. */
  | { readonly kind: 'command'; readonly command: Command }
  /** Every package that was resolved before the run lies in the cache. */
  | { readonly kind: 'cached' }
  /** Every package that was resolved before the run stands in the tree's package database. */
  | { readonly kind: 'packages' }
  /** The file starts with a GPT of this id. */
  | { readonly kind: 'table'; readonly path: string; readonly uuid: string }
  /** Its commands ended with 0; what else they do is not ours to know. */
  | { readonly kind: 'ended' };

/** Boot entries in the firmware of this machine that have one of these names and lead to this partition. */
export interface StaleBootEntries {
  /** The partition's own UUID, in lower case. */
  readonly partition: string;
  readonly labels: readonly string[];
}

/** One step of an installation: plain data that a dry run prints and a run applies. */
export interface Operation {
  /** Unique in its plan and stable between runs; the journal's key. */
  readonly id: string;
  /** For people, such as `Set the host name to archlinux`. */
  readonly title: string;
  readonly stage: Stage;
  /** Its share of the whole, roughly in tenths of a second. */
  readonly weight: number;
  /** Run only when one of these is there, and reported as skipped otherwise. */
  readonly when?: readonly string[];
  /** The target is looked at once more before this one, the first that writes to it. */
  readonly guardsTarget?: true;
  /**
   * Of disks: nobody else opens them for himself meanwhile (`exclusive`), or probes them and reads their tables
   * anew (`locked`, as udev does). Whoever begins to hold looks at the disks first.
   */
  readonly holds?: 'exclusive' | 'locked';
  /** Its effect ends with the run: a resumed run does it again, though the journal calls it done. */
  readonly everyRun?: true;
  /** Taken away before the commands run: an earlier attempt has left them. */
  readonly replaces?: StaleBootEntries;
  /** Written before the commands run. */
  readonly files: readonly FileWrite[];
  /** Run one after the other. */
  readonly commands: readonly Command[];
  /** The names of the secrets that the commands read from their standard input. */
  readonly secrets: readonly string[];
  readonly verify: readonly Check[];
  /** Seconds, for each command. */
  readonly limit: number;
  readonly undo: Undo;
}

/** What a resumed run does about an attempt that had started and did not finish. */
export type Undo =
  /** Nothing has to be undone; running it again gives the same. */
  | { readonly kind: 'repeat' }
  /** These commands take back what is there, and may fail because it is not; then the operation is run again. */
  | { readonly kind: 'commands'; readonly commands: readonly Command[] }
  /** Half of it is worth nothing: the run goes back to the operation `from`, which begins with nothing. */
  | { readonly kind: 'again-from'; readonly from: string }
  /** It happened in one stroke or not at all: it is done when `verify` holds. */
  | { readonly kind: 'verify-first' }
  /** What it does is not ours to know: it is run again only when the person says so. */
  | { readonly kind: 'ask' };
