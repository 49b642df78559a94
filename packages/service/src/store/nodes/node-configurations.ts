import { randomUUID } from 'node:crypto';
import { matchesSelector, type Node, type NodeSelector } from '../../records/node.ts';
import type { Job } from '../../records/job.ts';
import type { Engine } from '../engine.ts';

/** A configuration for the nodes that a selector selects. */
export interface NodeConfiguration {
  /** The number of the configuration, from 1; never reused. */
  readonly id: number;
  readonly selector: NodeSelector;
  /** ISO 8601, UTC. */
  readonly created: string;
}

/** A configuration to be added. */
export interface NewNodeConfiguration {
  readonly selector: NodeSelector;
  /** The configuration with every secret masked. */
  readonly masked: string;
  /** Returns the job to store for the configuration with this number. */
  readonly jobFor: (id: number) => Job;
}

/** The configurations of nodes, in a database. */
export class NodeConfigurations {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Adds all of these configurations, or none. */
  add(configurations: readonly NewNodeConfiguration[], created: string): Promise<NodeConfiguration[]> {
    const tokens = configurations.map(() => randomUUID());
    return this.#engine.transaction(
      async (database) => {
        const added: NodeConfiguration[] = [];
        for (const [index, { selector, masked, jobFor }] of configurations.entries()) {
          const token = tokens[index]!;
          const inserted = await database
            .insertInto('node_configurations')
            .values({ selector: JSON.stringify(selector), created, masked, job: null, token })
            .onConflict((conflict) => conflict.column('token').doUpdateSet({ created }))
            .returning('id')
            .executeTakeFirstOrThrow();
          const id = Number(inserted.id);
          await database
            .updateTable('node_configurations')
            .set({ job: JSON.stringify(jobFor(id)) })
            .where('id', '=', id)
            .execute();
          added.push({ id, selector, created });
        }
        return added;
      },
      { durable: true },
    );
  }

  /** Returns all configurations, newest first. */
  list(): Promise<NodeConfiguration[]> {
    return this.#engine.read(async (database) => {
      const rows = await database
        .selectFrom('node_configurations')
        .select(['id', 'selector', 'created'])
        .orderBy('id', 'desc')
        .execute();
      return rows.map(({ id, selector, created }) => ({
        id: Number(id),
        selector: JSON.parse(selector) as NodeSelector,
        created,
      }));
    });
  }

  /** Returns the newest configuration whose selector selects the node; undefined if there is none. */
  async find(node: Node): Promise<NodeConfiguration | undefined> {
    return findNewest(await this.list(), node);
  }

  /** Returns the configuration with every secret masked; undefined if it does not exist. */
  async masked(id: number): Promise<string | undefined> {
    return (await this.#read(id))?.masked;
  }

  /** Returns the job of a configuration; undefined if it does not exist. */
  async job(id: number): Promise<Job | undefined> {
    const row = await this.#read(id);
    return row?.job == null ? undefined : (JSON.parse(row.job) as Job);
  }

  /** Deletes a configuration with its secrets; returns false if it does not exist. */
  async delete(id: number): Promise<boolean> {
    const { numDeletedRows } = await this.#engine.transaction(
      (database) => database.deleteFrom('node_configurations').where('id', '=', id).executeTakeFirst(),
      { durable: true },
    );
    return numDeletedRows > 0n;
  }

  #read(id: number): Promise<{ masked: string; job: string | null } | undefined> {
    return this.#engine.read((database) =>
      database
        .selectFrom('node_configurations')
        .select(['masked', 'job'])
        .where('id', '=', id)
        .executeTakeFirst(),
    );
  }
}

/** Returns the first of these configurations, newest first, whose selector selects the node; undefined if there is none. */
export function findNewest(
  configurations: readonly NodeConfiguration[],
  node: Node,
): NodeConfiguration | undefined {
  return configurations.find(({ selector }) => matchesSelector(selector, node));
}
