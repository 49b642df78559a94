import {
  matcherOf,
  digestSecret,
  toAgentCode,
  type Labels,
  type Node,
  type NodeFailure,
  type NodeIdentity,
  type NodeEvent,
  type NodeWork,
} from '../../records/node.ts';
import type { Database, Engine } from '../engine.ts';
import { addHistory, appendNodeEvents } from './node-events.ts';
import { listRows, readRow, readRows, type NodeFilter } from './node-list.ts';
import { toNode, type StoredController } from './node-rows.ts';
import { addTokens, insertToken, type NodeToken } from './node-tokens.ts';
import { giveWork, giveWorkToAll, type Assignment } from './node-work.ts';
import {
  addFinding,
  registerNode,
  type Registered,
  type Registration,
  type RegistrationRefusal,
} from './registration.ts';

/** A node that an administrator expects to register. */
export interface ExpectedNode extends NodeIdentity {
  readonly name?: string | undefined;
  readonly labels: Labels;
  /** ISO 8601, UTC. */
  readonly time: string;
}

/** The result of a claim. `none`: there is no work that could be claimed, or the claim has been confirmed. */
export type ClaimResult = 'first' | 'repeated' | 'second' | 'none';

/** The result of a report. `repeated`: the run has ended before. `none`: the run is not the current one, or has no claim. */
export type EndResult = 'first' | 'repeated' | 'none';

/** Milliseconds since the last heartbeat after which a node is lost. */
const LOST_AFTER = 90_000;

const ENGINE_OPTIONS = { durable: true } as const;

/** The nodes with their agents, tokens and events, in a database. */
export class Nodes {
  readonly #engine: Engine;
  readonly #lostAfter: number;
  readonly #now: () => number;

  /** @param now milliseconds since 1970 */
  constructor(engine: Engine, lostAfter: number = LOST_AFTER, now: () => number = Date.now) {
    this.#engine = engine;
    this.#lostAfter = lostAfter;
    this.#now = now;
  }

  /** Adds a node, or returns the number of another node with one of its network cards. */
  add({ macs, uuid, serial, name, labels, time }: ExpectedNode): Promise<Node | { readonly taken: number }> {
    return this.#engine.transaction(async (database) => {
      const other =
        macs.length === 0
          ? undefined
          : await database
              .selectFrom('node_cards')
              .select('node')
              .where('mac', 'in', macs)
              .executeTakeFirst();
      if (other !== undefined) return { taken: Number(other.node) };
      const { id } = await database
        .insertInto('nodes')
        .values({
          name: name ?? null,
          state: 'expected',
          uuid: uuid ?? null,
          serial: serial ?? null,
          macs: JSON.stringify(macs),
          labels: JSON.stringify(labels),
          created: time,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (const mac of macs) await database.insertInto('node_cards').values({ mac, node: id }).execute();
      await addHistory(database, id, 'added', time);
      return this.#toNode((await readRow(database, id))!);
    }, ENGINE_OPTIONS);
  }

  async get(id: number): Promise<Node | undefined> {
    const row = await this.#engine.read((database) => readRow(database, id));
    return row && this.#toNode(row);
  }

  /** Returns the node of an agent's key; undefined if there is none. */
  findAgent(key: string): Promise<Node | undefined> {
    return this.#engine.read(async (database) => {
      const row = await database
        .selectFrom('nodes')
        .select('id')
        .where('key', '=', digestSecret(key))
        .executeTakeFirst();
      return row && this.get(Number(row.id));
    });
  }

  /** Records a heartbeat. */
  async touch(id: number): Promise<void> {
    await this.#engine.transaction((database) =>
      database.updateTable('nodes').set({ seen: this.#now() }).where('id', '=', id).execute(),
    );
  }

  /** Returns the nodes that a filter selects, in the order of their numbers. */
  async list({ states, labels, after = 0, limit }: NodeFilter): Promise<Node[]> {
    const found: Node[] = [];
    const isSelected = labels === undefined ? () => true : matcherOf({ labels });
    const read = (last: number, count: number) =>
      this.#engine.read((database) => readRows(database, last, count));
    for await (const row of listRows(read, after)) {
      const node = this.#toNode(row);
      const isInState = states === undefined || states.includes(node.state);
      if (isInState && isSelected(node)) found.push(node);
      if (found.length === limit) break;
    }
    return found;
  }

  /** Returns the facts of a node as JSON; undefined before its registration. */
  async facts(id: number): Promise<string | undefined> {
    const row = await this.#engine.read((database) =>
      database.selectFrom('nodes').select('facts').where('id', '=', id).executeTakeFirst(),
    );
    return row?.facts ?? undefined;
  }

  addTokens(tokens: readonly NodeToken[]): Promise<void> {
    return addTokens(this.#engine, tokens, this.#now());
  }

  register(registration: Registration): Promise<Registered | RegistrationRefusal> {
    return this.#engine.transaction(
      (database) => registerNode(database, registration, this.#now() - this.#lostAfter),
      { durable: true, alone: true },
    );
  }

  /**
   * Approves the agent with this code, and removes earlier findings. Returns false if the node is not pending, or another
   * agent has registered in the meantime.
   */
  approve(id: number, code: string, time: string): Promise<boolean> {
    return this.#change(id, time, 'approved', async (database) => {
      const key = (await readRow(database, id))?.key;
      if (key == null || toAgentCode(key) !== code) return { numUpdatedRows: 0n };
      return database
        .updateTable('nodes')
        .set({ state: 'approved', approved: time, findings: '[]' })
        .where('id', '=', id)
        .where('state', '=', 'pending')
        .where('key', '=', key)
        .executeTakeFirst();
    });
  }

  /** Replaces the labels of a node; returns false if it does not exist. */
  setLabels(id: number, labels: Labels, time: string): Promise<boolean> {
    return this.#change(id, time, 'labelled', (database) =>
      database
        .updateTable('nodes')
        .set({ labels: JSON.stringify(labels) })
        .where('id', '=', id)
        .executeTakeFirst(),
    );
  }

  /** Sets the response of the network boot service to the node; returns false if it is at work or does not exist. */
  setBoot(id: number, boot: 'local' | 'medium', time: string): Promise<boolean> {
    return this.#change(id, time, boot === 'medium' ? 'set-to-install' : 'set-to-local-boot', (database) =>
      database
        .updateTable('nodes')
        .set({ boot })
        .where('id', '=', id)
        .where('state', 'not in', ['installing', 'erasing'])
        .executeTakeFirst(),
    );
  }

  /**
   * Returns the node with this network card, if it is to boot the medium; from then on, it boots locally.
   *
   * @param token a token for its agent, which is valid until `expires` in milliseconds since 1970
   */
  takeBoot(
    mac: string,
    { token, expires, time }: { readonly token: string; readonly expires: number; readonly time: string },
  ): Promise<number | undefined> {
    return this.#engine.transaction(async (database) => {
      const card = await database
        .selectFrom('node_cards')
        .select('node')
        .where('mac', '=', mac)
        .executeTakeFirst();
      if (card === undefined) return undefined;
      const node = Number(card.node);
      const { numUpdatedRows } = await database
        .updateTable('nodes')
        .set({ boot: 'local' })
        .where('id', '=', node)
        .where('boot', '=', 'medium')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return undefined;
      await insertToken(database, { token, node, labels: {}, expires });
      await addHistory(database, node, 'medium-sent', time);
      return node;
    }, ENGINE_OPTIONS);
  }

  /** Gives work to an approved node with a living agent, and returns its run; undefined if it is in another state. */
  setWork(id: number, work: NodeWork, time: string): Promise<number | undefined> {
    return this.#engine.transaction((database) => giveWork(database, { id, work }, time), ENGINE_OPTIONS);
  }

  /** Gives work to all of these nodes, or to none. Returns the numbers of the nodes whose state prevents it. */
  setWorkOfAll(assignments: readonly Assignment[], time: string): Promise<readonly number[]> {
    return giveWorkToAll(this.#engine, assignments, time);
  }

  /**
   * Cancels the work of a node: work that no agent has claimed is withdrawn, the agent of running work is asked to end it,
   * and the run of a lost agent ends. Returns false if there is no work.
   */
  async cancel(id: number, time: string): Promise<boolean> {
    const isLost = (await this.get(id))?.state === 'lost';
    const isCancelled = await this.#change(id, time, 'cancelled', async (database) => {
      const row = await readRow(database, id);
      const work = row === undefined || row.work === null ? undefined : (JSON.parse(row.work) as NodeWork);
      const value =
        row?.claim == null || work === undefined ? null : JSON.stringify({ ...work, isCancelled: true });
      return database
        .updateTable('nodes')
        .set({ work: value })
        .where('id', '=', id)
        .where('work', 'is not', null)
        .executeTakeFirst();
    });
    const node = isCancelled && isLost ? await this.get(id) : undefined;
    if (node?.work !== undefined) {
      const message = 'The agent has stopped sending heartbeats, and the run was cancelled';
      await this.end(id, node.run, { failure: { message, next: 'Start the node again' }, time });
    }
    return isCancelled;
  }

  /**
   * Claims the work of a run. A call is `repeated` if an earlier one had the same nonce and its response was not confirmed.
   * A call with another nonce is `second`, and adds a finding.
   */
  claim(id: number, run: number, nonce: string, time: string): Promise<ClaimResult> {
    return this.#engine.transaction(async (database) => {
      const claim = digestSecret(nonce);
      const row = await readRow(database, id);
      if (row === undefined || row.work === null || Number(row.run) !== run || row.approved === null)
        return 'none';
      const { kind } = JSON.parse(row.work) as NodeWork;
      const state = kind === 'install' ? 'installing' : 'erasing';
      const { numUpdatedRows } = await database
        .updateTable('nodes')
        .set({ claim, state })
        .where('id', '=', id)
        .where('run', '=', run)
        .where('approved', 'is not', null)
        .where('claim', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) {
        await addHistory(database, id, 'claimed', time, { run });
        return 'first';
      }
      const current = await readRow(database, id);
      // A request that arrives after a repeated one has been confirmed comes from the same agent.
      if (current?.claim === claim) return current.received === 0 ? 'repeated' : 'none';
      await addFinding(database, id, {
        kind: 'second-claim',
        message: `The configuration of run ${run}, which may contain secrets, was requested a second time: another program may have the key of this agent`,
        time,
      });
      return 'second';
    }, ENGINE_OPTIONS);
  }

  /** Confirms that the agent has received its work; a later claim is then a second one. */
  async confirmClaim(id: number, run: number, nonce: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#engine.transaction(
      (database) =>
        database
          .updateTable('nodes')
          .set({ received: 1 })
          .where('id', '=', id)
          .where('run', '=', run)
          .where('claim', '=', digestSecret(nonce))
          .executeTakeFirst(),
      ENGINE_OPTIONS,
    );
    return numUpdatedRows > 0n;
  }

  /** Adds events of the current run, and returns the number of its last event; undefined for another run. */
  append(id: number, run: number, events: readonly NodeEvent[]): Promise<number | undefined> {
    return this.#engine.transaction(async (database) => {
      const row = await readRow(database, id);
      if (row === undefined || Number(row.run) !== run || row.claim === null) return undefined;
      return appendNodeEvents(database, row, events);
    });
  }

  /** Ends a run with an `end` event; a repeated call has no effect. */
  end(
    id: number,
    run: number,
    outcome: { readonly failure?: NodeFailure | undefined; readonly time: string },
  ): Promise<EndResult> {
    return this.#engine.transaction(async (database) => {
      const row = await readRow(database, id);
      if (row === undefined || Number(row.run) !== run || row.claim === null) return 'none';
      if (row.work === null) return 'repeated';
      const { failure, time } = outcome;
      const { kind } = JSON.parse(row.work) as NodeWork;
      const state = failure !== undefined ? 'failed' : kind === 'install' ? 'installed' : 'erased';
      const number = Number(row.last_event) + 1;
      const data = JSON.stringify({ type: 'end', number, time, state, ...(failure && { failure }) });
      await appendNodeEvents(database, row, [{ number, type: 'end', data }]);
      await database
        .updateTable('nodes')
        .set({ state, work: null, failure: failure === undefined ? null : JSON.stringify(failure) })
        .where('id', '=', id)
        .execute();
      await addHistory(database, id, state, time, { run, ...(failure && { failure }) });
      return 'first';
    }, ENGINE_OPTIONS);
  }

  /** Returns at most `limit` events of a run with a number greater than `after`. */
  events(id: number, run: number, after: number, limit: number): Promise<NodeEvent[]> {
    return this.#engine.read(async (database) => {
      const rows = await database
        .selectFrom('node_events')
        .select(['number', 'type', 'data'])
        .where('node', '=', id)
        .where('run', '=', run)
        .where('number', '>', after)
        .orderBy('number')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...row, number: Number(row.number) }));
    });
  }

  /** Stores the management controller of a node, or removes it; returns false if the node does not exist. */
  setController(id: number, controller: StoredController | undefined, time: string): Promise<boolean> {
    const value = controller === undefined ? null : JSON.stringify(controller);
    return this.#change(id, time, value === null ? 'controller-removed' : 'controller-set', (database) =>
      database.updateTable('nodes').set({ controller: value }).where('id', '=', id).executeTakeFirst(),
    );
  }

  /** Returns the management controller of a node with its sealed password. */
  async controller(id: number): Promise<StoredController | undefined> {
    const row = await this.#engine.read((database) => readRow(database, id));
    return row?.controller == null ? undefined : (JSON.parse(row.controller) as StoredController);
  }

  /** Deletes a node with its agent's key, its tokens and its events; returns false if it does not exist. */
  async delete(id: number): Promise<boolean> {
    const { numDeletedRows } = await this.#engine.transaction(
      (database) => database.deleteFrom('nodes').where('id', '=', id).executeTakeFirst(),
      ENGINE_OPTIONS,
    );
    return numDeletedRows > 0n;
  }

  /** Runs an update of one row, and adds an entry to the history of the node if the update had an effect. */
  #change(
    id: number,
    time: string,
    type: string,
    update: (database: Database) => Promise<{ readonly numUpdatedRows: bigint }>,
  ): Promise<boolean> {
    return this.#engine.transaction(async (database) => {
      const { numUpdatedRows } = await update(database);
      if (numUpdatedRows > 0n) await addHistory(database, id, type, time);
      return numUpdatedRows > 0n;
    }, ENGINE_OPTIONS);
  }

  #toNode(row: Parameters<typeof toNode>[0]): Node {
    return toNode(row, this.#now() - this.#lostAfter);
  }
}
