import type { Diagnostic, SourceText } from '@writ/diagnostics';
import type { PythonReader } from '../profile/read-profile.ts';
import type { Plan } from '../plan/plan.ts';
import type { EventSink, Failure } from './event.ts';
import type { MinimumRate } from './transfer/minimum-rate.ts';

/** What a file holds, and the name that findings give it. */
export interface NamedText {
  readonly file: string;
  /** Bytes when they may be no UTF-8: then that is a finding. */
  readonly text: string | Uint8Array;
}

/** What a plan is made from. */
export interface PlanRequest {
  readonly config: NamedText;
  /** Merged over the configuration. */
  readonly creds?: NamedText;
  readonly advanced?: boolean;
  /** Warnings count as errors. */
  readonly strict?: boolean;
  /** One or two paths, or marks of disks such as `serial=…`; replace the configuration's `harddrives` as a whole. */
  readonly targets?: readonly string[];
  /** Facts of the machine, as `writ facts` writes them; this machine's when absent. */
  readonly facts?: NamedText | 'here';
  readonly firmware?: 'uefi' | 'bios';
  /** Bytes; 8 GiB when absent. */
  readonly imageSize?: number;
  /** Hexadecimal digits; UUIDs derive from it. */
  readonly seed?: string;
  /** Seconds that one custom command may take, 1 to 86,400; 600 when absent. */
  readonly commandLimit?: number;
  /** Replaces the configuration's mirrors. */
  readonly mirror?: string;
  /** Folder of the package cache; by default `WRIT_CACHE`, else below /var/cache or ~/.cache. */
  readonly cache?: string;
  /** Each plain login password is planned as the hash that an installation will be given in its place. */
  readonly hashedLogins?: boolean;
  /** Reads a profile in Python that `profile.path` names; absent, such a profile is refused. */
  readonly readPython?: PythonReader;
  readonly signal?: AbortSignal;
}

/** How a request ended; `exitStatuses` has the number for each. */
export type Outcome = 'done' | 'findings' | 'usage' | 'refused' | 'failed' | 'interrupted';

/** The exit status of the command for each outcome. */
export const exitStatuses: Readonly<Record<Outcome, 0 | 1 | 2 | 3 | 4 | 130>> = {
  done: 0,
  findings: 1,
  usage: 2,
  refused: 3,
  failed: 4,
  interrupted: 130,
};

/** The plan, or why there is none. */
export interface PlanResult {
  readonly outcome: Outcome;
  /** Everything found in the configuration and about the target, in one run. */
  readonly findings: readonly Diagnostic[];
  /** For excerpts; secrets are masked. */
  readonly sources: readonly SourceText[];
  /** There when nothing of severity error was found. */
  readonly plan?: Plan;
}

/** What is installed, with which consent. */
export interface InstallRequest extends PlanRequest {
  /** Consent to what the plan says. Without it `confirm` is asked, and without that the run is refused. */
  readonly yes?: boolean;
  /** Consent to overwriting a file that Writ did not make. */
  readonly wipe?: boolean;
  /** Refuse unless the plan has this digest. */
  readonly planSha256?: string;
  /** Check and plan only; nothing is written anywhere. */
  readonly dryRun?: boolean;
  /** Continue what an earlier run of the same plan left. */
  readonly resume?: boolean;
  /** With `resume`: where nothing is left to be continued, the run is refused rather than begun. */
  readonly onlyContinue?: boolean;
  /** With `resume`: a custom command that had started may be started again. */
  readonly rerunCommand?: boolean;
  readonly confirm?: (plan: Plan) => Promise<boolean>;
  readonly onEvent?: EventSink;
  /** What `packages.lock.json` of an installed system holds: exactly these packages are installed, or none. */
  readonly lock?: NamedText;
  /** A mirror that gives less is left for the next one; 50 kB a second over 60 s when absent. */
  readonly minRate?: MinimumRate;
}

/** How the run ended. */
export interface InstallResult extends PlanResult {
  /** There when `outcome` is `failed` or `interrupted`, and when the preflight was refused by a command. */
  readonly failure?: Failure;
  /** The same request with `resume` goes on where this one stopped. */
  readonly resumable: boolean;
  readonly milliseconds: number;
}
