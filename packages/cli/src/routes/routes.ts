import type { TableRow } from '@writ/http/kernel';
import { forceExit } from '../process/force-exit.ts';
import { exitStatus } from '../process/exit-status.ts';
import { alignColumns } from '../printing/columns.ts';
import { openRouters } from './open-routers.ts';
import { renderLocation } from '../printing/location.ts';
import { routesCommand } from './commands.ts';
import { readSubject, type Format, type SubjectArguments } from './subject-arguments.ts';
import { toTypedPath } from '../printing/typed-path.ts';

/** `writ routes FILE…` or `--prefix=…`: prints the route table. */
export async function run(argv: readonly string[]): Promise<number> {
  return forceExit(await printRoutes(readSubject(routesCommand, argv)));
}

async function printRoutes({ operands, prefixes, format, strict }: SubjectArguments): Promise<number> {
  const routers = await openRouters({ files: operands, prefixes, strict });
  if (typeof routers === 'number') return routers;
  const rows = routers.flatMap((router) => router.table());
  process.stdout.write(renderTable(rows, format));
  return exitStatus.done;
}

function renderTable(rows: readonly TableRow[], format: Format): string {
  if (format === 'json')
    return `${JSON.stringify(
      rows.map((row) => ({ ...row, ...withTypedPath(row) })),
      undefined,
      2,
    )}\n`;
  if (rows.length === 0) return '';
  const head = ['METHOD', 'PATH', 'HANDLER', 'ARGUMENTS', 'MEDIA', 'ACCESS', 'FILTERS', 'LOCATION'];
  const cells = rows.map((row) => {
    const { path, takes } = toTypedPath(row);
    return [
      row.method,
      path,
      row.handler,
      takes.join(', '),
      renderMedia(row),
      row.access.join(', '),
      row.filters.join(', '),
      renderLocation(row.origin),
    ];
  });
  // An empty column has no heading, so it is omitted.
  const used = head.map((title, index) => (cells.some((row) => row[index] !== '') ? title : ''));
  return [...alignColumns([used, ...cells]), ...renderUntypedNote(rows), ''].join('\n');
}

/** Renders a note with the locations of handlers whose types are not declared; returns no lines if there are none. */
function renderUntypedNote(rows: readonly TableRow[]): readonly string[] {
  const places = rows.filter(({ untyped }) => untyped).map(({ origin }) => renderLocation(origin));
  if (places.length === 0) return [];
  return [
    '',
    `No types are declared at ${places.join(', ')}: positional values are strings, and named values are not converted.`,
  ];
}

function withTypedPath(row: TableRow): { readonly typedPath: string } {
  return { typedPath: toTypedPath(row).path };
}

/**
 * Renders media types, such as `application/json -> text/csv`, or `upgrade to websocket`. Undeclared media types are
 * omitted.
 */
function renderMedia({ consumes, produces, upgrade }: TableRow): string {
  if (upgrade !== undefined) return `upgrade to ${upgrade}`;
  const produced = produces.length === 0 ? '' : `-> ${produces.join(', ')}`;
  return [consumes.join(', '), produced].filter(Boolean).join(' ');
}
