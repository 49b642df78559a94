import { setImmediate } from 'node:timers/promises';
import { BodyParam, Context, Path, POST } from '@writ/annotations';
import { defined, Semaphore } from '@writ/diagnostics/internal';
import { int, object, optional, RestResponse } from '@writ/http';
import type { Review } from '@writ/installer';
import { divideRows } from '../../batches/divide-rows.ts';
import { createRowJobs } from '../../batches/row-jobs.ts';
import { sealJob } from '../../jobs/seal.ts';
import {
  checkNodeRows,
  type CheckedNodeRow,
  type NodeRowsCheck,
  type NodeRowsRequest,
} from './check-node-rows.ts';
import { CREDENTIALS_NAME } from '../../records/configuration-name.ts';
import { NodeIndex } from '../../nodes/node-index.ts';
import type { NodeSelector } from '../../records/node.ts';
import { Requires } from '../../security/requires.ts';
import type { NodeConfiguration } from '../../store/nodes/node-configurations.ts';
import type { SeparatedConfiguration } from '../../work/batch-tasks.ts';
import { optionsOf } from '../start-request.ts';
import { toBatchFinding, toTableRefusal, type BatchFinding } from '../table-findings.ts';
import { withPermit } from '../with-permit.ts';
import { ownerOf, type NodeConfigurationsDependencies } from './node-configurations.ts';
import type { SelectorRow } from './row-selectors.ts';

/** A row and its selector. */
export interface NodeRowAnswer {
  /** The number of the row in the table, from 1. */
  readonly number: number;
  /** The line of the table at which the row begins, from 1. */
  readonly line: number;
  readonly selector: NodeSelector;
  /** The numbers of the nodes that the selector selects now, at most 100. */
  readonly nodes: readonly number[];
  /** The number of further nodes that the selector selects; absent if there are none. */
  readonly unlisted?: number;
}

/** The check of a table for nodes. */
export interface NodeRowsAnswer {
  /** The number of rows in the table. */
  readonly count: number;
  /** Whether the rows can be added: there is no error. */
  readonly valid: boolean;
  /** The rows without errors. */
  readonly rows: readonly NodeRowAnswer[];
  readonly findings: readonly BatchFinding[];
  /** The comparison of the configurations; absent if no row has one. */
  readonly review?: Review;
}

/** Maximum number of tables that are checked at the same time; each may have a body of 8 MiB. */
const TABLE_LIMIT = 2;
/** Maximum number of nodes that are listed for a row. */
const NODE_LIMIT = 100;
/** Number of rows whose nodes are selected before other requests are answered. */
const ROWS_AT_ONCE = 20;

const rowsBody = BodyParam(
  object({
    template: String,
    table: String,
    credentials: optional(String),
    selector: object({
      mac: optional(String),
      uuid: optional(String),
      serial: optional(String),
      labels: optional(object({}, String)),
    }),
    advanced: optional(Boolean),
    strict: optional(Boolean),
    commandLimit: optional(int),
    mirror: optional(String),
    profile: optional(String),
    minRate: optional(int),
  }),
);

/** The configurations of nodes from a template with the rows of a table. */
@Requires('view')
@Path('/api/node-configurations/rows')
export class NodeConfigurationRows {
  readonly #dependencies: NodeConfigurationsDependencies;
  readonly #tables = new Semaphore(TABLE_LIMIT);

  constructor(dependencies: NodeConfigurationsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Checks all rows, and returns the nodes that they select. Nothing is stored. */
  @POST('/check', rowsBody, Context(AbortSignal))
  check(asked: NodeRowsRequest, signal: AbortSignal): Promise<NodeRowsAnswer> {
    return this.#limit(async () => {
      const { count, rows, findings, isValid, review } = await this.#check(asked, signal);
      return {
        count,
        valid: isValid,
        rows: await this.#withNodes(rows, signal),
        findings: findings.map(toBatchFinding),
        ...defined({ review }),
      };
    });
  }

  /** Adds a configuration for each row of the table, or none if there is an error. */
  @Requires('run')
  @POST('/', rowsBody, Context(AbortSignal))
  add(asked: NodeRowsRequest, signal: AbortSignal): Promise<RestResponse<readonly NodeConfiguration[], 201>> {
    return this.#limit(async () => {
      const { rows, findings, isValid } = await this.#check(asked, signal);
      if (!isValid) throw toTableRefusal(findings);
      const { store, hash, seal, now } = this.#dependencies;
      const separated = await this.#separate(rows, asked, signal);
      const jobs = await createRowJobs(
        separated.map(({ number, split }) => ({ number, split, agreed: '[]' })),
        { options: optionsOf(asked), hash, seal },
        signal,
      );
      const added = rows.map(({ selector }, index) => ({
        selector,
        masked: separated[index]!.masked,
        jobFor: (id: number) => sealJob(jobs[index]!, ownerOf(id), seal),
      }));
      const stored = await store.nodeConfigurations.add(added, now().toISOString());
      return RestResponse.created('/api/node-configurations', stored);
    });
  }

  #check(asked: NodeRowsRequest, signal: AbortSignal): Promise<NodeRowsCheck> {
    return checkNodeRows(asked, this.#dependencies.planner, signal);
  }

  async #separate(
    rows: readonly CheckedNodeRow[],
    { credentials, advanced }: NodeRowsRequest,
    signal: AbortSignal,
  ): Promise<readonly SeparatedConfiguration[]> {
    const creds = credentials === undefined ? undefined : { file: CREDENTIALS_NAME, text: credentials };
    const separated: SeparatedConfiguration[] = [];
    for (const some of divideRows(rows)) {
      const input = {
        rows: some.map(({ number, configuration }) => ({ number, configuration })),
        ...defined({ creds, advanced }),
      };
      separated.push(...(await this.#dependencies.planner.separateRows(input, signal)));
    }
    return separated;
  }

  async #withNodes(rows: readonly SelectorRow[], signal: AbortSignal): Promise<NodeRowAnswer[]> {
    const nodes = await this.#dependencies.store.nodes.list({ limit: Number.POSITIVE_INFINITY });
    const index = new NodeIndex(
      nodes,
      rows.map(({ selector }) => selector),
    );
    const answers: NodeRowAnswer[] = [];
    for (const { number, line, selector } of rows) {
      if (answers.length % ROWS_AT_ONCE === 0) await setImmediate(undefined, { signal });
      const selected = index.select(selector);
      const unlisted = selected.length > NODE_LIMIT ? selected.length - NODE_LIMIT : undefined;
      answers.push({
        number,
        line,
        selector,
        nodes: selected.slice(0, NODE_LIMIT),
        ...defined({ unlisted }),
      });
    }
    return answers;
  }

  #limit<T>(work: () => Promise<T>): Promise<T> {
    return withPermit(this.#tables, 'Too many tables are being checked', work);
  }
}
