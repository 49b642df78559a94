import type { InstallRequest, PlanRequest } from '@writ/installer';

/** The options of `writ install` that change a plan or its run; files are passed as their content. */
export interface PlanOptions {
  /** Whether `sys-language` and `sys-encoding` are used; default: false. */
  readonly advanced?: boolean | undefined;
  /** Whether warnings are errors; default: false. */
  readonly strict?: boolean | undefined;
  /** Default: UEFI for images, the firmware of the service's machine for devices. */
  readonly firmware?: 'uefi' | 'bios' | undefined;
  /** Size of the image in bytes; default: 8 GiB. */
  readonly imageSize?: number | undefined;
  /** Hexadecimal digits from which UUIDs are derived; default: derived from the configuration and the target. */
  readonly seed?: string | undefined;
  /** Time limit of each custom command in seconds; default: 600. */
  readonly commandLimit?: number | undefined;
  /** Address of a mirror that replaces the configured mirrors, with `$repo` and `$arch`. */
  readonly mirror?: string | undefined;
  /** Facts about the target machine as JSON, printed by `writ facts`; default: facts about the service's machine. */
  readonly facts?: string | undefined;
  /** Content of the file that `profile.path` names: JSON, or a Python profile. */
  readonly profile?: string | undefined;
  /** Minimum download rate in bytes per second; a slower mirror is replaced; default: 50,000. */
  readonly minRate?: number | undefined;
}

/** Seconds over which the download rate is measured. */
const RATE_WINDOW = 60;

/** The part of a request to the installer that depends on the options. */
export type OptionsRequest = Pick<
  PlanRequest,
  | 'advanced'
  | 'strict'
  | 'firmware'
  | 'imageSize'
  | 'seed'
  | 'commandLimit'
  | 'mirror'
  | 'facts'
  | 'profile'
  | 'localFiles'
> &
  Pick<InstallRequest, 'minRate'>;

/**
 * Passes the profile and the facts as their content. The configuration cannot name a profile on the service's machine.
 */
export function toOptionsRequest({ facts, profile, minRate, ...options }: PlanOptions): OptionsRequest {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(given) as OptionsRequest),
    localFiles: false,
    ...(profile === undefined ? {} : { profile: { file: 'profile', text: profile } }),
    ...(facts === undefined ? {} : { facts: { file: 'facts', text: facts } }),
    ...(minRate === undefined ? {} : { minRate: { bytes: minRate, seconds: RATE_WINDOW } }),
  };
}
