import { BodyParam } from '@writ/annotations';
import { int, object, oneOf, optional } from '@writ/http';
import type { Bindable } from '@writ/http/kernel';
import type { PlanOptions } from '../records/plan-options.ts';

/** The body of a start request: a configuration, and a target specified by either `image` or `device`. */
export interface NewInstallation extends PlanOptions {
  /** The configuration as JSON. */
  readonly configuration: string;
  /** Credentials as JSON; their keys replace the same keys of the configuration, and may also name secrets. */
  readonly credentials?: string | undefined;
  /** Name of a file in the images folder. */
  readonly image?: string | undefined;
  /** Path of a block device. */
  readonly device?: string | undefined;
  /** The digest of the plan that is confirmed. */
  readonly planSha256?: string | undefined;
  /** Consent to the losses that the plan lists; default: false. */
  readonly overwrite?: boolean | undefined;
  /** A package lock as JSON, which lists exactly the packages to install. */
  readonly lock?: string | undefined;
}

/** Binds the body of a start request. */
export const startBody: Bindable<NewInstallation> = BodyParam(
  object({
    configuration: String,
    credentials: optional(String),
    image: optional(String),
    device: optional(String),
    planSha256: optional(String),
    overwrite: optional(Boolean),
    lock: optional(String),
    advanced: optional(Boolean),
    strict: optional(Boolean),
    firmware: optional(oneOf('uefi', 'bios')),
    imageSize: optional(int),
    seed: optional(String),
    commandLimit: optional(int),
    mirror: optional(String),
    facts: optional(String),
    profile: optional(String),
    minRate: optional(int),
  }),
);

/** Returns only the options of a request. */
export function optionsOf(asked: PlanOptions): PlanOptions {
  const { advanced, strict, firmware, imageSize, seed, commandLimit, mirror, facts, profile, minRate } =
    asked;
  return { advanced, strict, firmware, imageSize, seed, commandLimit, mirror, facts, profile, minRate };
}
