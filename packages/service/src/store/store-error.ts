import { PROBLEMS } from '../problems.ts';

/** Thrown when records cannot be read or written. The message names the cause, but no folder or address. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: 'state-full' | 'state-unusable' | 'database-unusable';

  constructor(code: StoreError['code'], cause?: unknown, message: string = PROBLEMS[code].title) {
    super(message, { cause });
    this.code = code;
  }
}

/** Thrown after another service has taken over the database. This service can no longer use it. */
export class DatabaseTakenOver extends StoreError {
  constructor() {
    super(
      'database-unusable',
      undefined,
      'Another install service has taken over the database; stop this service',
    );
  }
}

/** Thrown when an installation cannot be added, and is therefore not started. */
export class InstallNotAdded extends StoreError {
  readonly reason: StoreError;

  constructor(reason: StoreError) {
    super(reason.code, reason, reason.message);
    this.reason = reason;
  }
}

/** Thrown when another request with the same `Idempotency-Key` has added an installation in the meantime. */
export class KeyInUse extends Error {
  override readonly name = 'KeyInUse';
}

/** Thrown when a worker writes records of an installation that it no longer runs. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';

  constructor(install: number) {
    super(`another worker has taken over installation ${install}, or it has ended`);
  }
}

/** Thrown when a batch or its rows have changed since they were read. */
export class BatchChanged extends Error {
  override readonly name = 'BatchChanged';
}

/** Thrown when a batch cannot be added, because another one that has not ended has one of its targets. */
export class BatchTargetTaken extends Error {
  override readonly name = 'BatchTargetTaken';
  readonly batch: number;
  readonly target: string;

  constructor(batch: number, target: string) {
    super(`batch ${batch} has the target ${target}`);
    this.batch = batch;
    this.target = target;
  }
}

/** Thrown when a service cannot use its state folder, token file or database; the message contains the reason. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';
}
