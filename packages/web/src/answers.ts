/** The parts of the service's responses that the page reads; `page-answers.test.ts` of the service checks them. */

interface Place {
  readonly line: number;
  readonly column: number;
  /** UTF-16 code units from the start of the text. */
  readonly offset: number;
}

/** The severity of a finding. */
export type Severity = 'error' | 'warning' | 'note';

/** A finding about the configuration. */
export interface Finding {
  readonly severity: Severity;
  readonly message: string;
  readonly code?: string;
  readonly rule?: string;
  /** The JSON pointer of the value; empty for the whole configuration. */
  readonly pointer?: string;
  readonly expected?: string;
  readonly hint?: string;
  /** Absent if it concerns the whole file. */
  readonly range?: { readonly start: Place; readonly end: Place };
}

/** All findings of a text. */
export interface Report {
  readonly findings: readonly Finding[];
  readonly valid: boolean;
}

/** The response to a check. */
export interface CheckAnswer extends Report {
  /** The configuration with its secrets masked. */
  readonly masked: string;
}

/** Data that an installation would destroy. */
export interface Loss {
  readonly target: string;
  readonly description: string;
}

/** The response to a request for a plan. */
export interface PlanAnswer {
  readonly digest: string;
  readonly text: string;
  /** Whether data is lost. */
  readonly overwrites: boolean;
  readonly plan: { readonly losses: readonly Loss[] };
  readonly summary: {
    readonly packages: readonly string[];
    readonly accounts: readonly string[];
    /** The number of operations. */
    readonly operations: number;
    /** Medians of earlier runs in milliseconds. */
    readonly expected?: { readonly total: number };
  };
  readonly disks: readonly DiskView[];
}

/** A part of a disk, in bytes. */
export interface DiskPart {
  readonly start: number;
  readonly size: number;
  readonly kind: 'partition' | 'free' | 'content';
  readonly name?: string;
  readonly content?: string;
  readonly label?: string;
  readonly mountPoint?: string;
}

/** A target after the installation. */
export interface DiskView {
  readonly path: string;
  readonly model?: string;
  readonly size: number;
  readonly after: readonly DiskPart[];
  /** The lost data, a sentence for each loss. */
  readonly lost: readonly string[];
}

/** The state of an installation. */
export type InstallState =
  | 'queued'
  | 'needs-secret'
  | 'running'
  | 'done'
  | 'refused'
  | 'failed'
  | 'interrupted'
  | 'cancelled';

/** The cause of an installation's failure, and the next step. */
export interface InstallFailure {
  /** The step that failed. */
  readonly id?: string;
  readonly message: string;
  readonly next: string;
  readonly command?: readonly string[];
  readonly exitStatus?: number;
  readonly signal?: string;
  readonly tail?: readonly string[];
}

/** An installation of the service. */
export interface Install {
  readonly id: number;
  readonly state: InstallState;
  readonly target: string;
  readonly path: string;
  readonly created: string;
  readonly started?: string;
  readonly ended?: string;
  readonly resumable: boolean;
  readonly failure?: InstallFailure;
  /** Names of the secrets that the installation waits for. */
  readonly needs?: readonly string[];
  /** Events that the service did not record. */
  readonly dropped?: { readonly events: number };
}

/** An event of a running installation. */
export type InstallEvent =
  | {
      readonly type: 'start';
      readonly id: string;
      readonly parent?: string;
      readonly title: string;
      readonly stage: string;
    }
  | {
      readonly type: 'finish';
      readonly id: string;
      readonly outcome: 'done' | 'skipped' | 'failed' | 'interrupted';
    }
  | {
      readonly type: 'progress';
      readonly id: string;
      /** Progress of the whole installation, from 0 to 1. */
      readonly total: number;
      readonly bytes?: { readonly done: number; readonly total: number };
    }
  | { readonly type: 'log'; readonly id: string; readonly source: string; readonly text: string }
  | ({ readonly type: 'failure' } & InstallFailure)
  | {
      readonly type: 'end';
      readonly state: InstallState;
      readonly resumable: boolean;
      readonly failure?: InstallFailure;
    };

/** A mirror to select. */
export interface Mirror {
  readonly id: string;
  readonly title: string;
  /** The value of `mirror-region`. */
  readonly region: unknown;
}

/** Information about the service. */
export interface ServiceInfo {
  /** The folder of the images. */
  readonly images: string;
  readonly mirrors: readonly Mirror[];
  readonly notices: readonly string[];
  /** The progress of the demonstration mirror while it is built. */
  readonly preparing?: string;
}

/** A value of a configuration key. */
interface Choice<Value extends string = string> {
  readonly value: Value;
  /** A phrase in English. */
  readonly description?: string;
}

/** A boot loader with what it requires. */
export interface BootLoaderChoice extends Choice<'systemd-bootctl' | 'grub-install' | 'efistub'> {
  readonly firmware: readonly ('uefi' | 'bios')[];
  readonly unifiedImages: boolean;
}

/** The values that the form offers. */
export interface Choices {
  readonly timezones: readonly string[];
  readonly keyboards: readonly Choice[];
  readonly bootLoaders: readonly BootLoaderChoice[];
  readonly kernels: readonly Choice[];
  readonly mains: readonly (Choice<'desktop' | 'minimal' | 'server' | 'xorg' | 'custom'> & {
    readonly graphics: boolean;
  })[];
  /** `removed`: the distribution's mirrors do not have the packages. */
  readonly profiles: readonly (Choice & { readonly main: string; readonly removed?: object })[];
  readonly drivers: readonly (Choice & { readonly removed?: object })[];
  readonly greeters: readonly Choice[];
  readonly audioServers: readonly Choice[];
  readonly networkTypes: readonly Choice<'nm' | 'manual' | 'iso' | 'none'>[];
}
