import { sql, type RawBuilder } from 'kysely';
import type { Install, InstallState } from '../records/install.ts';
import type { Engine } from './engine.ts';
import { INSTALL_COLUMNS } from './queries.ts';
import { toInstall, type Row } from './rows.ts';

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

const NEVER = sql`1 = 0`;

/**
 * Reads a page of the installations.
 *
 * @param visible the condition for installations `i` that are not hidden
 */
export async function readHistory(
  engine: Engine,
  { before, limit, ...filter }: HistoryRequest,
  visible: RawBuilder<boolean>,
): Promise<HistoryPage> {
  const conditions = [visible, ...toConditions(filter, engine.kind)];
  const matches = joinConditions(conditions);
  const isBefore = before === undefined ? [] : [sql`i.id < ${before}`];
  const page = joinConditions([...conditions, ...isBefore]);
  return engine.read(async (database) => {
    const { rows } = await sql<Row>`select ${INSTALL_COLUMNS} from installs i where ${page}
      order by id desc limit ${limit + 1}`.execute(database);
    const count = await sql<Row>`select count(*) as total from installs i where ${matches}`.execute(database);
    return {
      installs: rows.slice(0, limit).map(toInstall),
      hasMore: rows.length > limit,
      total: Number(count.rows[0]?.['total']),
    };
  });
}

function toConditions(
  { states = [], target, text, since, until }: HistoryFilter,
  kind: Engine['kind'],
): RawBuilder<unknown>[] {
  return [
    ...(states.length === 0 ? [] : [sql`i.state in (${sql.join(states)})`]),
    ...(target === undefined ? [] : [equalsText('target', target)]),
    ...(since === undefined ? [] : [sql`i.created >= ${since.toISOString()}`]),
    ...(until === undefined ? [] : [sql`i.created <= ${until.toISOString()}`]),
    ...(text === undefined ? [] : [containsText(text, kind)]),
  ];
}

/** No stored text contains the character NUL, which PostgreSQL does not accept. */
function hasNul(text: string): boolean {
  return text.includes('\0');
}

function equalsText(column: string, text: string): RawBuilder<unknown> {
  return hasNul(text) ? NEVER : sql`${sql.ref(`i.${column}`)} = ${text}`;
}

function containsText(text: string, kind: Engine['kind']): RawBuilder<unknown> {
  if (hasNul(text)) return NEVER;
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  // With this collation, PostgreSQL changes the case of ASCII letters only, like SQLite.
  const collation = kind === 'postgres' ? sql` collate "C"` : sql``;
  const columns = ['target', 'configuration', 'failure'].map(
    (column) =>
      sql`lower(${sql.ref(`i.${column}`)}${collation}) like lower(${pattern}${collation}) escape '\\'`,
  );
  return sql`(${sql.join(columns, sql` or `)})`;
}

function joinConditions(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join([...conditions], sql` and `);
}
