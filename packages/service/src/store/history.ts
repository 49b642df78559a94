import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Install, InstallState } from '../records/install.ts';
import { toInstall } from './rows.ts';
import { INSTALL_COLUMNS } from './statements.ts';

/** The conditions that an installation must meet; absent conditions are ignored. */
export interface HistoryFilter {
  readonly states?: readonly InstallState[] | undefined;
  /** The name of an image, or the path of a device. */
  readonly target?: string | undefined;
  /** Part of the target, the configuration or the failure; the case of ASCII letters is ignored. */
  readonly text?: string | undefined;
  /** The earliest and the latest creation time, inclusive. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

export interface HistoryRequest extends HistoryFilter {
  /** Only installations with a lower number. */
  readonly before?: number | undefined;
  /** Maximum number of installations. */
  readonly limit: number;
}

export interface HistoryPage {
  /** Newest first. */
  readonly installs: readonly Install[];
  /** Whether older installations match as well. */
  readonly hasMore: boolean;
  /** The number of matching installations on all pages. */
  readonly total: number;
}

const MATCHES = `(:states is null or i.state in (select value from json_each(:states)))
  and (:target is null or i.target = :target)
  and (:since is null or i.created >= :since) and (:until is null or i.created <= :until)
  and (:text is null or i.target like :text escape '\\' or i.configuration like :text escape '\\'
    or i.failure like :text escape '\\')`;

/** Returns a function that reads a page of the installations. */
export function prepareHistory(database: DatabaseSync): (request: HistoryRequest) => HistoryPage {
  const count = database.prepare(`select count(*) as total from installs i where ${MATCHES}`);
  const page = database.prepare(
    `select ${INSTALL_COLUMNS} from installs i where ${MATCHES} and (:before is null or i.id < :before)
      order by id desc limit :limit`,
  );
  return ({ before, limit, ...filter }) => {
    const conditions = toConditions(filter);
    const rows = page.all({ ...conditions, before: before ?? null, limit: limit + 1 });
    return {
      installs: rows.slice(0, limit).map(toInstall),
      hasMore: rows.length > limit,
      total: Number(count.get(conditions)?.['total']),
    };
  };
}

function toConditions({
  states = [],
  target,
  text,
  since,
  until,
}: HistoryFilter): Record<string, SQLInputValue> {
  return {
    states: states.length === 0 ? null : JSON.stringify(states),
    target: target ?? null,
    text: text === undefined ? null : `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
    since: since?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
  };
}
