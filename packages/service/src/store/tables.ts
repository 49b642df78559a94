import type { Generated } from 'kysely';
import type { NodeTables } from './node-tables.ts';
import type { AuditRow, SessionRow, TokenRow, UserRow } from './people-tables.ts';

/** The columns of the tables. Times are in ISO 8601, UTC, except for `due`. */
export interface Tables extends NodeTables {
  installs: {
    id: Generated<number>;
    state: string;
    target: string;
    path: string;
    resume: number;
    digest: string;
    created: string;
    started: string | null;
    ended: string | null;
    resumable: Generated<number>;
    /** JSON. */
    failure: string | null;
    configuration: string;
    /** The size of all events; set when the installation ends. */
    bytes: Generated<number>;
    dropped_events: Generated<number>;
    dropped_bytes: Generated<number>;
    /** Identifies the call that added the installation, so that a repeated call does not add another one. */
    token: string | null;
    /** The host whose workers run the installation; null if the service itself runs it. */
    host: string | null;
  };
  events: {
    install: number;
    number: number;
    type: string;
    /** JSON. */
    data: string;
    /** The line number in the log; null for events that are not lines. */
    line: number | null;
  };
  jobs: { install: number; data: string };
  documents: { install: number; name: string; text: string };
  idempotency_keys: { key: string; install: number; fingerprint: string };
  deliveries: {
    number: Generated<number>;
    id: string;
    endpoint: string;
    body: string;
    attempts: number;
    /** Milliseconds since 1970. */
    due: number;
  };
  batches: {
    id: Generated<number>;
    state: string;
    digest: string;
    created: string;
    ended: string | null;
    /** The host of the server that accepted the batch; null if the service itself runs it. */
    host: string | null;
    /** JSON. */
    settings: string;
    /** The number of failed rows that no longer count, because a user has continued the batch. */
    forgiven: Generated<number>;
    /** The number of the last change of the batch or of a row. */
    revision: number;
    /** Identifies the call that added the batch, so that a repeated call does not add another. */
    token: string;
  };
  batch_rows: {
    batch: number;
    number: number;
    state: string;
    target: string;
    path: string;
    host: string | null;
    digest: string;
    /** JSON. */
    labels: string;
    /** The job of the row's installations as JSON; null once it is no longer needed. */
    job: string | null;
    /** The newest installation, which may have been deleted. */
    install: number | null;
    attempts: Generated<number>;
    /** JSON. */
    failure: string | null;
    /** The revision of the batch at the last change of the row. */
    revision: number;
  };
  /** The workers; only in shared databases, like the tables below. */
  workers: {
    id: string;
    host: string;
    /** The name of the machine, for display. */
    name: string;
    slots: number;
    /** JSON. */
    labels: string;
    /** Identifies the process on its host, as JSON. */
    process: string;
    /** The time of the last heartbeat. */
    seen: Generated<Date>;
  };
  /** The installations for workers. */
  assignments: {
    install: number;
    /** The worker that runs the installation; null if none does. */
    worker: string | null;
    /** Proves the right to write the records of the running installation; a new run replaces it. */
    claim: string | null;
    /** Whether the worker must cancel the run. */
    cancelled: Generated<boolean>;
  };
  /** The receivers of webhooks, which the servers register and workers look up. */
  receivers: { endpoint: string };
  users: UserRow;
  api_tokens: TokenRow;
  sessions: SessionRow;
  audit: AuditRow;
}
