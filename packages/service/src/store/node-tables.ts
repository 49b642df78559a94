import type { Generated } from 'kysely';

/** The columns of the tables of nodes. Times are in ISO 8601, UTC, except for those in milliseconds since 1970. */
export interface NodeTables {
  nodes: {
    id: Generated<number>;
    name: string | null;
    state: string;
    uuid: string | null;
    serial: string | null;
    /** JSON: a sorted list. */
    macs: string;
    /** JSON. */
    labels: string;
    /** JSON, as `writ facts` prints it. */
    facts: string | null;
    /** JSON: the part of the facts that lists of nodes contain. */
    hardware: string | null;
    created: string;
    approved: string | null;
    /** The last heartbeat, in milliseconds since 1970. */
    seen: number | null;
    /** The SHA-256 digest of the agent's key. */
    key: string | null;
    boot: Generated<string>;
    run: Generated<number>;
    /** A number that the next run exceeds; see `settleRestored`. */
    runs_above: Generated<number>;
    /** JSON. */
    work: string | null;
    /** The SHA-256 digest of the nonce with which the work was claimed. */
    claim: string | null;
    /** Whether the agent has confirmed that it received the claimed configuration. */
    received: Generated<number>;
    /** JSON. */
    failure: string | null;
    /** JSON: a list. */
    findings: Generated<string>;
    /** JSON, with a sealed password. */
    controller: string | null;
    /** The number of the last event of the current run. */
    last_event: Generated<number>;
    /** The size of the stored events of the current run. */
    event_bytes: Generated<number>;
  };
  /** The network cards of all nodes. */
  node_cards: { mac: string; node: number };
  node_tokens: {
    /** SHA-256. */
    digest: string;
    /** The node that the token is for; null for any machine. */
    node: number | null;
    /** JSON. */
    labels: string;
    /** Milliseconds since 1970. */
    expires: number;
    /** The digest of the key of the agent that has used the token. */
    used: string | null;
  };
  node_configurations: {
    id: Generated<number>;
    /** JSON. */
    selector: string;
    created: string;
    /** The configuration, as JSON, with every secret masked. */
    masked: string;
    /** JSON, with sealed secrets; null only while the row is being added. */
    job: string | null;
    /** Identifies the call that added the row, so that a repeated call does not add another. */
    token: string;
  };
  node_events: { node: number; run: number; number: number; type: string; data: string };
}
