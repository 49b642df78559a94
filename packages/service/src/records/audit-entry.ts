import { createHash } from 'node:crypto';

/** A change to the state of the service, or an attempt, in the audit log. No member contains a secret. */
export interface AuditEntry {
  /** The position in the log; the first entry has the number 1. */
  readonly number: number;
  /** Identifies the entry; random. */
  readonly entry: string;
  /** ISO 8601, UTC. */
  readonly time: string;
  /**
   * The name of the user; for `command`, the user of the operating system; for an agent, `node` and the number of its
   * node. Null for the local token, for a registration that was refused, and for an attempt to log in with an unknown
   * name, because the name may be a password that was typed into the wrong field.
   */
  readonly actor: string | null;
  /** How the actor was identified; `none` for a login, and for a registration of an agent that was refused. */
  readonly credential: AuditCredential;
  /** The name of the API token. */
  readonly token: string | null;
  /** The IP address of the client; null for `command`. */
  readonly address: string | null;
  /** The method and the path pattern of the route, such as `POST /api/installs/{id}/cancel`, or the command. */
  readonly action: string;
  /**
   * The path of the request or of the resource that it created, the user or token that a command changed, or the numbers
   * of the nodes that a request installs.
   */
  readonly subject: string;
  /** The status of the response; of a command, 200. */
  readonly status: number;
  /** The digest of the plan of the installation concerned; for several nodes, of the list of their plans. */
  readonly digest: string | null;
  /** SHA-256 of the other members and of the previous entry's hash, in hexadecimal. */
  readonly hash: string;
}

/** How the actor of an entry was identified. */
export type AuditCredential =
  | 'local-token'
  | 'api-token'
  | 'session'
  | 'command'
  /** The key of an agent. */
  | 'agent-key'
  /** The one-time token with which an agent has registered. */
  | 'agent-token'
  | 'none';

/** The members of an entry that its author supplies. */
export type AuditRecord = Omit<AuditEntry, 'number' | 'entry' | 'hash'>;

/** The hash that the first entry follows. */
export const FIRST_HASH: string = '0'.repeat(64);

/** Computes the hash of an entry that follows an entry with the hash `previous`. */
export function hashEntry(entry: Omit<AuditEntry, 'hash'>, previous: string): string {
  const {
    number,
    entry: id,
    time,
    actor,
    credential,
    token,
    address,
    action,
    subject,
    status,
    digest,
  } = entry;
  const members = [number, id, time, actor, credential, token, address, action, subject, status, digest];
  return createHash('sha256')
    .update(JSON.stringify([previous, ...members]))
    .digest('hex');
}
