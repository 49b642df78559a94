import { createHash } from 'node:crypto';

/**
 * `expected`: an administrator has described the node, which has not registered. `pending`: it has registered, and waits
 * for approval. `approved`: it waits for work. `lost`: it stopped sending heartbeats while it was pending, approved or at
 * work.
 */
export const NODE_STATES = [
  'expected',
  'pending',
  'approved',
  'installing',
  'installed',
  'erasing',
  'erased',
  'failed',
  'lost',
] as const;

export type NodeState = (typeof NODE_STATES)[number];

/** The states that are stored; a node is lost only because time passes. */
export type StoredNodeState = Exclude<NodeState, 'lost'>;

/** The identity of a machine: its network cards, and the values that its firmware reports. */
export interface NodeIdentity {
  /** Hardware addresses of the network cards, such as `52:54:00:12:34:56`, sorted. */
  readonly macs: readonly string[];
  /** The UUID of the machine, in lower case. */
  readonly uuid?: string;
  /** The serial number of the machine. */
  readonly serial?: string;
}

export type Labels = Readonly<Record<string, string>>;

/** The size of a node, from the facts that its agent has sent. */
export interface NodeHardware {
  readonly firmware: 'uefi' | 'bios';
  /** Bytes. */
  readonly memory: number;
  /** The number of disks. */
  readonly disks: number;
  /** The size of all disks together in bytes. */
  readonly diskBytes: number;
}

/** Selects nodes that have all of these properties. */
export interface NodeSelector {
  readonly mac?: string | undefined;
  readonly uuid?: string | undefined;
  readonly serial?: string | undefined;
  readonly labels?: Labels | undefined;
}

/** The action of a node after its work. `wait`: the agent waits for more work. */
export const ENDINGS = ['wait', 'reboot', 'poweroff'] as const;

export type Ending = (typeof ENDINGS)[number];

/** How a disk is erased: its signatures and partition tables, or every byte. */
export const ERASE_METHODS = ['signatures', 'zero'] as const;

export type EraseMethod = (typeof ERASE_METHODS)[number];

/** Work that an administrator has given to a node. */
export type NodeWork = {
  /** Whether the agent is to end the work. */
  readonly isCancelled?: boolean;
} & (
  | {
      readonly kind: 'install';
      /** The digest of the plan to which the administrator has consented. */
      readonly planSha256: string;
      /** The number of the node configuration. */
      readonly configuration: number;
      readonly ending: Ending;
    }
  | {
      readonly kind: 'erase';
      /** Serial numbers of the disks. */
      readonly disks: readonly string[];
      readonly method: EraseMethod;
      readonly ending: Ending;
    }
);

/** Something about a node that an administrator should look into. */
export interface NodeFinding {
  readonly kind: 'second-claim' | 'token-used-again';
  readonly message: string;
  /** ISO 8601, UTC. */
  readonly time: string;
}

/** The failure of a node's work. */
export interface NodeFailure {
  readonly message: string;
  /** Instruction for the administrator. */
  readonly next?: string;
}

/** A management controller, without its password. */
export interface ControllerAddress {
  /** The https address of the Redfish service. */
  readonly address: string;
  readonly username: string;
  /** The SHA-256 digest of its certificate, in lower case. */
  readonly certificateSha256: string;
}

/** A node, as stored and as returned by the API, without secrets. */
export interface Node extends NodeIdentity {
  /** The number of the node, from 1; never reused. */
  readonly id: number;
  readonly name?: string;
  readonly state: NodeState;
  /** The state before the node was lost. */
  readonly lostIn?: StoredNodeState;
  readonly labels: Labels;
  /** ISO 8601, UTC, like the following times. */
  readonly created: string;
  readonly approved?: string;
  /** The last heartbeat of its agent. */
  readonly seen?: string;
  /** Identifies the agent; the agent prints the same code. Absent before the registration. */
  readonly code?: string;
  /** Absent before the registration. */
  readonly hardware?: NodeHardware;
  /** The response of the network boot service to the node. */
  readonly boot: 'local' | 'medium';
  /** The number of its last run; 0 before the first. */
  readonly run: number;
  readonly work?: NodeWork;
  readonly failure?: NodeFailure;
  readonly findings: readonly NodeFinding[];
  readonly controller?: ControllerAddress;
}

/** An event of a node: run 0 is its history, and the other runs are installations and erasures. */
export interface NodeEvent {
  readonly number: number;
  readonly type: string;
  /** JSON. */
  readonly data: string;
}

/** Returns the digest under which a token or a key of an agent is stored. */
export function digestSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Returns the code that identifies an agent to a person: 12 hexadecimal digits in groups. */
export function toAgentCode(keyDigest: string): string {
  const digest = createHash('sha256').update(`writ agent ${keyDigest}`).digest('hex').slice(0, 12);
  return digest.match(/.{4}/g)!.join('-');
}

type SelectableNode = NodeIdentity & { readonly labels: Labels };

/** Whether a selector selects a node. An empty selector selects none. */
export function matchesSelector(selector: NodeSelector, node: SelectableNode): boolean {
  return matcherOf(selector)(node);
}

/** Returns a function that tests whether a selector selects a node, for many nodes. */
export function matcherOf({
  mac,
  uuid,
  serial,
  labels: required = {},
}: NodeSelector): (node: SelectableNode) => boolean {
  const wanted = Object.entries(required);
  if (mac === undefined && uuid === undefined && serial === undefined && wanted.length === 0)
    return () => false;
  return (node) => {
    const { macs, labels } = node;
    return (
      (mac === undefined || macs.includes(mac)) &&
      (uuid === undefined || node.uuid === uuid) &&
      (serial === undefined || node.serial === serial) &&
      wanted.every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value)
    );
  };
}
