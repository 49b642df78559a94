import type { Diagnostic, SourceText } from '@writ/diagnostics';
import type { PythonReader } from '../profile/read-profile.ts';
import type { Plan } from '../plan/plan.ts';
import type { EventSink, Failure } from './event.ts';
import type { MinimumRate } from './transfer/minimum-rate.ts';

/** A file's content, and its name in findings. */
export interface NamedText {
  readonly file: string;
  /** Bytes if the encoding is unknown: invalid UTF-8 is a finding. */
  readonly text: string | Uint8Array;
}

/** The inputs of a plan. */
export interface PlanRequest {
  readonly config: NamedText;
  /** Credentials; their keys replace the same keys of the configuration. */
  readonly creds?: NamedText;
  /** Whether `sys-language` and `sys-encoding` are used (default: false). */
  readonly advanced?: boolean;
  /** Treat warnings as errors. */
  readonly strict?: boolean;
  /** One or two paths or disk identifiers such as `serial=…`; they replace the configured `harddrives`. */
  readonly targets?: readonly string[];
  /** Facts of the machine, as printed by `writ facts` (default: `here`, the facts of this machine). */
  readonly facts?: NamedText | 'here';
  /** The firmware that will start the system (default: `uefi` for an image, the machine's firmware for a disk). */
  readonly firmware?: 'uefi' | 'bios';
  /** Size of the image in bytes (default: 8 GiB). */
  readonly imageSize?: number;
  /**
   * Hexadecimal digits from which UUIDs are derived (default: derived from the configuration and the
   * targets).
   */
  readonly seed?: string;
  /** Time limit of a custom command in seconds, 1 to 86,400 (default: 600). */
  readonly commandLimit?: number;
  /** Address of a mirror that replaces the configured mirrors. */
  readonly mirror?: string;
  /** Folder of the package cache (default: `WRIT_CACHE`, otherwise a folder in /var/cache or ~/.cache). */
  readonly cache?: string;
  /** Plan plain login passwords as hashes, because the installation will receive their hashes. */
  readonly hashedLogins?: boolean;
  /** The content of the file that `profile.path` names; the file is then not read. */
  readonly profile?: NamedText;
  /**
   * Whether the configuration may use this machine (default: true): read a file at `profile.path` whose content is not
   * in `profile`, and run commands outside of the new system.
   */
  readonly localFiles?: boolean;
  /** Reads a Python profile at `profile.path` (default: such a profile is refused). */
  readonly readPython?: PythonReader;
  readonly signal?: AbortSignal;
}

/**
 * The outcome of a request; `exitStatuses` contains the exit status for each.
 *
 * - `done`: the plan was created, or the system was installed.
 * - `findings`: the configuration, the profile, the facts or the package lock have errors.
 * - `usage`: an option is invalid, there is no target, or the profile cannot be read.
 * - `refused`: a check failed, consent is missing, or a package could not be downloaded; no operation of the
 * plan was run.
 * - `failed`: the installation failed while its operations were run.
 * - `interrupted`: the signal was aborted.
 */
export type Outcome = 'done' | 'findings' | 'usage' | 'refused' | 'failed' | 'interrupted';

/** The command's exit status for each outcome. */
export const exitStatuses: Readonly<Record<Outcome, 0 | 1 | 2 | 3 | 4 | 130>> = {
  done: 0,
  findings: 1,
  usage: 2,
  refused: 3,
  failed: 4,
  interrupted: 130,
};

/** The plan, or findings that explain why there is none. */
export interface PlanResult {
  readonly outcome: Outcome;
  /** All findings about the configuration and the target. */
  readonly findings: readonly Diagnostic[];
  /** Source texts for excerpts; secrets are masked. */
  readonly sources: readonly SourceText[];
  /** Absent if a finding has severity `error`. */
  readonly plan?: Plan;
}

/** A request to install, with consent. */
export interface InstallRequest extends PlanRequest {
  /**
   * Consent to the plan. If absent, `confirm` is called; without `confirm`, the run is refused. Disks that are
   * not empty also require `wipe` or `planSha256`.
   */
  readonly yes?: boolean;
  /** Consent to overwriting a disk with content, or a file that Writ did not create. */
  readonly wipe?: boolean;
  /**
   * Refuse any plan with another digest. With `yes`, also consent to losing the content of disks that the plan
   * lists.
   */
  readonly planSha256?: string;
  /** Check and plan only, without writing anything. */
  readonly dryRun?: boolean;
  /** Continue an unfinished run of the same plan. */
  readonly resume?: boolean;
  /** With `resume`: refuse the run if there is nothing to continue, instead of starting a new run. */
  readonly onlyContinue?: boolean;
  /** With `resume`: allow an interrupted custom command to run again. */
  readonly rerunCommand?: boolean;
  /** Called without `yes`. Resolves to true if the user consents to the plan and its losses. */
  readonly confirm?: (plan: Plan) => Promise<boolean>;
  readonly onEvent?: EventSink;
  /** Called with the package lock of the installation as soon as its packages are known. Must not throw. */
  readonly onPackageLock?: (text: string) => void;
  /** A package lock. The run installs exactly these packages, or is refused. */
  readonly lock?: NamedText;
  /**
   * Minimum download rate; a slower mirror is replaced by the next one (default: 50 kB per second over 60 s).
   */
  readonly minRate?: MinimumRate;
}

/** The result of an installation. */
export interface InstallResult extends PlanResult {
  /**
   * The failed step. Present if `outcome` is `failed`, or if a run that had started was refused because of the
   * mirrors, the packages, the download or the state of the target.
   */
  readonly failure?: Failure;
  /** True if the same request with `resume` can continue this run. */
  readonly resumable: boolean;
  /** The duration of the call. */
  readonly milliseconds: number;
}
