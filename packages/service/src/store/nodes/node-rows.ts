import type { Selectable } from 'kysely';
import {
  toAgentCode,
  type ControllerAddress,
  type Labels,
  type Node,
  type NodeFailure,
  type NodeFinding,
  type NodeHardware,
  type NodeState,
  type NodeWork,
  type StoredNodeState,
} from '../../records/node.ts';
import type { NodeTables } from '../node-tables.ts';

/** A row of the nodes, without their facts and the number that only new work reads. */
export type NodeRow = Omit<Selectable<NodeTables['nodes']>, 'facts' | 'runs_above'>;

/** The columns of a {@link NodeRow}. */
export const NODE_COLUMNS = [
  'id',
  'name',
  'state',
  'uuid',
  'serial',
  'macs',
  'labels',
  'hardware',
  'created',
  'approved',
  'seen',
  'key',
  'boot',
  'run',
  'work',
  'claim',
  'received',
  'failure',
  'findings',
  'controller',
  'last_event',
  'event_bytes',
] as const;

/** A management controller and its sealed password. */
export interface StoredController extends ControllerAddress {
  readonly sealed: string;
}

/** States in which a living agent shows signs of life. */
const ACTIVE: ReadonlySet<StoredNodeState> = new Set(['pending', 'approved', 'installing', 'erasing']);

/**
 * Converts a row to a node.
 *
 * @param lostBefore the time in milliseconds since 1970 before which the last heartbeat of a lost node is
 */
export function toNode(row: NodeRow, lostBefore: number): Node {
  const { name, uuid, serial, approved, seen, key, hardware, work, failure, controller } = row;
  const stored = row.state as StoredNodeState;
  const isLost = ACTIVE.has(stored) && seen !== null && Number(seen) < lostBefore;
  const state: NodeState = isLost ? 'lost' : stored;
  return {
    id: Number(row.id),
    ...(name === null ? {} : { name }),
    state,
    ...(isLost ? { lostIn: stored } : {}),
    macs: JSON.parse(row.macs) as string[],
    ...(uuid === null ? {} : { uuid }),
    ...(serial === null ? {} : { serial }),
    labels: JSON.parse(row.labels) as Labels,
    created: row.created,
    ...(approved === null ? {} : { approved }),
    ...(seen === null ? {} : { seen: new Date(Number(seen)).toISOString() }),
    ...(key === null ? {} : { code: toAgentCode(key) }),
    ...(hardware === null ? {} : { hardware: JSON.parse(hardware) as NodeHardware }),
    boot: row.boot === 'medium' ? 'medium' : 'local',
    run: Number(row.run),
    ...(work === null ? {} : { work: JSON.parse(work) as NodeWork }),
    ...(failure === null ? {} : { failure: JSON.parse(failure) as NodeFailure }),
    findings: JSON.parse(row.findings) as NodeFinding[],
    ...(controller === null ? {} : { controller: withoutPassword(controller) }),
  };
}

function withoutPassword(stored: string): ControllerAddress {
  const { address, username, certificateSha256 } = JSON.parse(stored) as StoredController;
  return { address, username, certificateSha256 };
}
