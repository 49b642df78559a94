import type { Diagnostic } from '@writ/diagnostics';
import { parseAddress, parseSubnet } from '../config/addresses.ts';
import { displayValue } from '../config/secrets.ts';
import { displayColumn } from './display-column.ts';
import { templateFinding } from './finding-codes.ts';
import type { Slot } from './slots.ts';
import { lineOf } from './table.ts';
import type { Cell } from './value.ts';
import type { Variable } from './variable.ts';

/** A row, its values and the drives of its configuration. */
interface ComparedRow {
  /** The number of the row, from 1. */
  readonly number: number;
  /** The line of the table at which the row begins, from 1. */
  readonly line: number;
  /** The values by variable; absent if a cell is missing or invalid. */
  readonly values?: ReadonlyMap<string, Cell> | undefined;
  /** The drives in `harddrives`; absent if the row has no valid configuration. */
  readonly drives?: readonly string[] | undefined;
}

/** Keys whose addresses machines usually share. */
const SHARED_KEYS: ReadonlySet<string> = new Set(['gateway', 'dns']);

/**
 * Reports host names, addresses, hardware addresses and identifiers of disks that an earlier row also has. Two machines
 * with the same one are usually a mistake in the table.
 *
 * @param table the file name of the table
 */
export function checkRepeatedValues(
  rows: readonly ComparedRow[],
  { variables, slots }: { readonly variables: readonly Variable[]; readonly slots: readonly Slot[] },
  table: string,
): Diagnostic[] {
  const ofVariables = variables.flatMap((variable) => {
    const { name } = variable;
    const identify = identityOf(variable);
    if (identify === undefined || isShared(name, slots)) return [];
    const found = rows.flatMap((row) => {
      const value = row.values?.get(name);
      return value === undefined ? [] : [{ row, value, identity: identify(String(value)) }];
    });
    return findRepeated(found).map(({ row, value, earlier }) =>
      describeRepeated(
        row,
        earlier,
        table,
        `column ${displayColumn(name)}: ${displayValue(value)} is also the value of row ${earlier.number}`,
        'correct one of the rows; if machines share the value, declare the variable with the type text',
      ),
    );
  });
  const drives = rows.flatMap((row) =>
    [...new Set(row.drives)]
      .filter((drive) => /^(?:serial|wwn)=/.test(drive))
      .map((drive) => ({ row, value: drive, identity: drive })),
  );
  const ofDrives = findRepeated(drives).map(({ row, value, earlier }) =>
    describeRepeated(
      row,
      earlier,
      table,
      `${displayValue(value)} in harddrives is also a disk of row ${earlier.number}`,
      'correct one of the rows',
    ),
  );
  return [...ofVariables, ...ofDrives];
}

/** Returns a function that maps all spellings of a value to one; undefined if values of the type may be repeated. */
function identityOf({ type }: Variable): ((value: string) => string) | undefined {
  switch (type) {
    case 'hostname':
    case 'mac':
      return (value) => value.toLowerCase();
    case 'ip':
      return (value) => formatIdentity(parseAddress(value), value);
    case 'prefix':
      return (value) => formatIdentity(parseSubnet(value), value);
    default:
      return undefined;
  }
}

function formatIdentity(address: ReturnType<typeof parseAddress>, value: string): string {
  return address === undefined ? value : `${address.bits} ${address.value}`;
}

/** Whether a variable is used only where machines usually share addresses. */
function isShared(name: string, slots: readonly Slot[]): boolean {
  const uses = slots.filter(({ variables }) => variables.includes(name));
  return (
    uses.length > 0 && uses.every(({ pointer }) => pointer.split('/').some((key) => SHARED_KEYS.has(key)))
  );
}

interface FoundValue {
  readonly row: ComparedRow;
  readonly value: Cell;
  readonly identity: string;
}

/** Returns the values that an earlier row also has, with the first such row. */
function findRepeated(
  values: readonly FoundValue[],
): readonly (FoundValue & { readonly earlier: ComparedRow })[] {
  const first = new Map<string, ComparedRow>();
  return values.flatMap((found) => {
    const earlier = first.get(found.identity);
    if (earlier !== undefined) return [{ ...found, earlier }];
    first.set(found.identity, found.row);
    return [];
  });
}

function describeRepeated(
  row: ComparedRow,
  earlier: ComparedRow,
  table: string,
  message: string,
  hint: string,
): Diagnostic {
  return templateFinding('repeated-value', {
    ...lineOf(table, row.line),
    message: `row ${row.number}, ${message}`,
    hint,
    related: [{ message: `row ${earlier.number}`, ...lineOf(table, earlier.line) }],
  });
}
