/** The part of the service's API that agents use. The types are also in its OpenAPI document. */

/** The action of a machine after its work. */
export type Ending = 'wait' | 'reboot' | 'poweroff';

/** Identifies the machine. */
export interface MachineIdentity {
  readonly macs: readonly string[];
  readonly uuid?: string;
  readonly serial?: string;
}

/** The response to a registration or to a request for orders. */
export interface Orders {
  readonly node: number;
  readonly state: string;
  /** Identifies the agent to the administrator. */
  readonly code: string;
  /** Milliseconds after which the agent sends the next request. */
  readonly interval: number;
  readonly work?: {
    readonly run: number;
    readonly kind: 'install' | 'erase';
    readonly isCancelled: boolean;
  };
}

/** Claimed work, which may contain secrets. */
export type Work = InstallWork | EraseWork;

export interface InstallWork {
  readonly kind: 'install';
  readonly config: string;
  readonly creds: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly lock?: string;
  readonly planSha256: string;
  readonly ending: Ending;
}

export interface EraseWork {
  readonly kind: 'erase';
  /** Serial numbers. */
  readonly disks: readonly string[];
  readonly method: 'signatures' | 'zero';
  readonly ending: Ending;
}

/** An event with its number in the run. */
export interface NumberedEvent {
  readonly number: number;
  readonly type: string;
  /** JSON. */
  readonly data: string;
}

/** The failure of work. */
export interface WorkFailure {
  readonly message: string;
  readonly next?: string;
}
