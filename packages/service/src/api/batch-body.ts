import { BodyParam } from '@writ/annotations';
import { HttpError, int, object, oneOf, optional } from '@writ/http';
import type { Bindable } from '@writ/http/kernel';
import type { BatchRequest } from '../batches/batch-request.ts';
import type { BatchSettings } from '../records/batch.ts';
import type { PlanOptions } from '../records/plan-options.ts';

/** The body of a request that plans or starts a batch. */
export interface BatchBody extends BatchRequest {
  /** The digest of the batch that is confirmed. */
  readonly planSha256?: string | undefined;
  /** Consent to the losses that the plans list; default: false. */
  readonly overwrite?: boolean | undefined;
  /** Maximum number of rows that are installed at the same time, from 1 to 100; default: 4. */
  readonly concurrency?: number | undefined;
  /** The number of rows that must be done before the others start; default: 1. */
  readonly canaries?: number | undefined;
  /** The number of failed rows after which no more rows start, at least 1; default: 1. */
  readonly stopAfter?: number | undefined;
}

/** Binds the body of a request that plans or starts a batch. */
export const batchBody: Bindable<BatchBody> = BodyParam(
  object({
    template: String,
    table: String,
    credentials: optional(String),
    image: optional(String),
    device: optional(String),
    labels: optional(object({}, String)),
    planSha256: optional(String),
    overwrite: optional(Boolean),
    concurrency: optional(int),
    canaries: optional(int),
    stopAfter: optional(int),
    advanced: optional(Boolean),
    strict: optional(Boolean),
    firmware: optional(oneOf('uefi', 'bios')),
    imageSize: optional(int),
    commandLimit: optional(int),
    mirror: optional(String),
    facts: optional(String),
    profile: optional(String),
    minRate: optional(int),
  }),
);

/** Returns the part of a request that is planned. */
export function toBatchRequest(asked: BatchBody): BatchRequest & PlanOptions {
  const { planSha256: _digest, overwrite: _overwrite, ...rest } = asked;
  const { concurrency: _concurrency, canaries: _canaries, stopAfter: _stopAfter, ...request } = rest;
  return request;
}

/** Maximum number of rows of a batch. */
const MOST_ROWS = 1_000;
/** Maximum number of rows that are installed at the same time. */
const MOST_AT_ONCE = 100;

/** Returns the settings of a batch. @throws {HttpError} 400 when a number is out of range */
export function toBatchSettings({ concurrency = 4, canaries = 1, stopAfter = 1 }: BatchBody): BatchSettings {
  assertRange('concurrency', concurrency, 1, MOST_AT_ONCE);
  assertRange('canaries', canaries, 0, MOST_ROWS);
  assertRange('stopAfter', stopAfter, 1, MOST_ROWS);
  return { concurrency, canaries, stopAfter };
}

function assertRange(name: string, value: number, least: number, most: number): void {
  if (value < least || value > most)
    throw new HttpError('invalid-values', `${name} must be a number from ${least} to ${most}`);
}
