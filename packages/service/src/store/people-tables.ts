import type { Generated } from 'kysely';
import type { Right } from '../records/rights.ts';

/** A user. Times are in ISO 8601, UTC. */
export interface UserRow {
  name: string;
  role: Right;
  /** The hash of the password; see `hashPassword`. */
  password: string;
  created: string;
  /** The last change of the role or the password. */
  changed: string;
}

/** An API token of a user. */
export interface TokenRow {
  id: Generated<number>;
  /** The name of the user. */
  owner: string;
  /** The purpose of the token, in the words of its owner. */
  name: string;
  scope: Right;
  /** SHA-256 of the token, in hexadecimal. */
  digest: string;
  created: string;
  expires: string;
  /** The hour of the last use. */
  last_used: string | null;
}

/** A session of a user, from the login until it expires or ends. */
export interface SessionRow {
  /** SHA-256 of the credential, in hexadecimal. */
  digest: string;
  /** The name of the user. */
  owner: string;
  created: string;
  expires: string;
}

/** An entry of the audit log; see `AuditEntry`. */
export interface AuditRow {
  number: number;
  /** Identifies the entry, so that a repeated call does not add it again. */
  entry: string;
  time: string;
  actor: string | null;
  credential: string;
  token: string | null;
  address: string | null;
  action: string;
  subject: string;
  status: number;
  digest: string | null;
  hash: string;
}
