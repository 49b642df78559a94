import type { Insertable } from 'kysely';
import {
  digestSecret,
  toAgentCode,
  type Labels,
  type NodeFinding,
  type NodeHardware,
  type NodeIdentity,
} from '../../records/node.ts';
import type { Database } from '../engine.ts';
import type { NodeTables } from '../node-tables.ts';
import { addHistory } from './node-events.ts';
import { NODE_COLUMNS, toNode, type NodeRow } from './node-rows.ts';

/** The registration of an agent. */
export interface Registration {
  /** The one-time token. */
  readonly token: string;
  /** The secret with which the agent identifies itself from now on. */
  readonly key: string;
  readonly identity: NodeIdentity;
  readonly labels: Labels;
  /** JSON, as `writ facts` prints it. */
  readonly facts: string;
  readonly hardware: NodeHardware;
  /** ISO 8601, UTC. */
  readonly time: string;
}

/** A registered agent. */
export interface Registered {
  /** The number of its node. */
  readonly node: number;
  /** Whether the call repeated an earlier one, and had no effect. */
  readonly isRepeated: boolean;
}

/**
 * The reason why a registration is refused. `token`: the token is unknown, expired or used. `other-machine`: the token is
 * for another machine. `ambiguous`: several nodes have properties of this machine. `active`: the node has a living agent
 * that is at work.
 */
export type RegistrationRefusal = 'token' | 'other-machine' | 'ambiguous' | 'active';

/**
 * Registers an agent in a transaction. Any earlier approval ends, because it was given
 * to an earlier agent. A repeated call with the same token and key has no further effect.
 *
 * @param lostBefore see `toNode`
 */
export async function registerNode(
  database: Database,
  registration: Registration,
  lostBefore: number,
): Promise<Registered | RegistrationRefusal> {
  const { token, key, identity, time } = registration;
  const digest = digestSecret(key);
  const now = Date.parse(time);
  const stored = await database
    .selectFrom('node_tokens')
    .selectAll()
    .where('digest', '=', digestSecret(token))
    .executeTakeFirst();
  if (stored === undefined) return 'token';
  if (stored.used === digest) {
    const node = await findByKey(database, digest);
    return node === 'token' ? node : { node, isRepeated: true };
  }
  if (stored.used !== null) return reuse(database, stored.used, time);
  if (Number(stored.expires) <= now) return 'token';
  const found = await findNodes(database, identity, stored.node);
  if (found === 'other-machine') return found;
  if (found.length > 1) return 'ambiguous';
  const [row] = found;
  if (row !== undefined) {
    const { state } = toNode(row, lostBefore);
    if (state === 'installing' || state === 'erasing') return 'active';
  }
  const values = toValues(registration, digest, {
    ...registration.labels,
    ...(row === undefined ? {} : (JSON.parse(row.labels) as Labels)),
    ...(JSON.parse(stored.labels) as Labels),
  });
  const id = row === undefined ? await insertNode(database, values) : Number(row.id);
  if (row !== undefined) await database.updateTable('nodes').set(values).where('id', '=', id).execute();
  await database.deleteFrom('node_cards').where('node', '=', id).execute();
  for (const mac of identity.macs)
    await database.insertInto('node_cards').values({ mac, node: id }).execute();
  await database
    .updateTable('node_tokens')
    .set({ used: digest })
    .where('digest', '=', stored.digest)
    .execute();
  await addHistory(database, id, 'registered', time, { code: toAgentCode(digest) });
  return { node: id, isRepeated: false };
}

async function findByKey(database: Database, key: string): Promise<number | 'token'> {
  const row = await database.selectFrom('nodes').select('id').where('key', '=', key).executeTakeFirst();
  return row === undefined ? 'token' : Number(row.id);
}

/** Reports the second use of a token at the node of its first use. */
async function reuse(database: Database, key: string, time: string): Promise<'token'> {
  const id = await findByKey(database, key);
  if (id !== 'token') {
    await addFinding(database, id, {
      kind: 'token-used-again',
      message: 'Another agent tried to register with the token of this agent: one of them may be an intruder',
      time,
    });
  }
  return 'token';
}

/** Adds a finding to a node and to its history. A finding of the same kind is replaced. */
export async function addFinding(database: Database, id: number, finding: NodeFinding): Promise<void> {
  const { findings } = await database
    .selectFrom('nodes')
    .select('findings')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const others = (JSON.parse(findings) as NodeFinding[]).filter(({ kind }) => kind !== finding.kind);
  await database
    .updateTable('nodes')
    .set({ findings: JSON.stringify([...others, finding]) })
    .where('id', '=', id)
    .execute();
  await addHistory(database, id, 'alarm', finding.time, { kind: finding.kind, message: finding.message });
}

/**
 * Finds the node of a token, or the nodes with a network card of the machine. The UUID and the serial number of a machine
 * only select nodes without network cards: some manufacturers use the same ones for many machines.
 */
async function findNodes(
  database: Database,
  { macs, uuid, serial }: NodeIdentity,
  node: number | null,
): Promise<NodeRow[] | 'other-machine'> {
  const others = await database
    .selectFrom('nodes')
    .select(NODE_COLUMNS)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('node_cards')
            .select('mac')
            .whereRef('node_cards.node', '=', 'nodes.id')
            .where('mac', 'in', macs),
        ),
        ...(uuid === undefined ? [] : [eb('uuid', '=', uuid).and('macs', '=', '[]')]),
        ...(serial === undefined ? [] : [eb('serial', '=', serial).and('macs', '=', '[]')]),
        ...(node === null ? [] : [eb('id', '=', node)]),
      ]),
    )
    .execute();
  if (node === null) return others;
  const own = others.find(({ id }) => Number(id) === Number(node));
  if (own === undefined) return 'other-machine';
  const expected = JSON.parse(own.macs) as string[];
  const isOther =
    (expected.length > 0 && !expected.some((mac) => macs.includes(mac))) ||
    (own.uuid !== null && own.uuid !== (uuid ?? null)) ||
    (own.serial !== null && own.serial !== (serial ?? null));
  return isOther ? 'other-machine' : others;
}

type NodeValues = Omit<Insertable<NodeTables['nodes']>, 'created' | 'id'>;

function toValues(
  { identity, facts, hardware, time }: Registration,
  key: string,
  labels: Labels,
): NodeValues {
  return {
    state: 'pending',
    uuid: identity.uuid ?? null,
    serial: identity.serial ?? null,
    macs: JSON.stringify(identity.macs),
    labels: JSON.stringify(labels),
    facts,
    hardware: JSON.stringify(hardware),
    approved: null,
    seen: Date.parse(time),
    key,
    boot: 'local',
    work: null,
    claim: null,
    received: 0,
    failure: null,
  };
}

async function insertNode(database: Database, values: NodeValues): Promise<number> {
  const created = new Date(values.seen!).toISOString();
  const { id } = await database
    .insertInto('nodes')
    .values({ ...values, created })
    .returning('id')
    .executeTakeFirstOrThrow();
  return Number(id);
}
