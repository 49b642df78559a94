import type { Generated } from 'kysely';

/** The columns of the tables. Times are in ISO 8601, UTC, except for `due`. */
export interface Tables {
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
    /** Identifies the call that added the installation, so that a repeated call adds no other. */
    token: string | null;
  };
  events: {
    install: number;
    number: number;
    type: string;
    /** JSON. */
    data: string;
    /** The number of the line in the log; null for events that are not lines. */
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
}
