import { MASK } from '@writ/diagnostics';
import { displayPointer } from '../config/model.ts';
import type { ArrayNode, ObjectNode, ScalarNode } from '../config/json/tree.ts';
import { walk } from '../config/pointers.ts';
import { secretsInCommand } from '../config/commands/command-secrets.ts';
import { findSecrets, secretStrings } from '../config/secret-strings.ts';
import { displayValue, isSecretKey } from '../config/secrets.ts';
import type { ValueRow } from './columns.ts';
import type { Slot } from './slots.ts';
import type { Template } from './template.ts';
import { isSecretVariable } from './variable.ts';

/** A value of the configuration that is the same in all rows. */
export interface CommonValue {
  /** JSON pointer into the configuration. */
  readonly pointer: string;
  /** The value as JSON with at most about 80 characters, in which secrets are masked. */
  readonly value: string;
}

/** The rows that have a certain value. */
export interface RowsOfValue {
  /** The value as JSON with at most about 80 characters. */
  readonly value: string;
  /** The numbers of the rows, in ascending order. */
  readonly rows: readonly number[];
}

/** A value of the configuration that differs between rows. */
export interface DifferingValue {
  /** JSON pointer into the configuration. */
  readonly pointer: string;
  /** The names of the variables that determine the value. */
  readonly variables: readonly string[];
  /** Whether the value is a secret. The values of secrets are neither listed nor compared. */
  readonly secret: boolean;
  /** The different values in the order of their first rows; empty for a secret. */
  readonly values: readonly RowsOfValue[];
}

/** A value that differs from the pattern that most rows follow. */
export interface Outlier extends RowsOfValue {
  /** JSON pointer into the configuration. */
  readonly pointer: string;
  /**
   * `rare`: at least four fifths of the rows share another value; `repeated`: several rows share the value, although
   * at least four fifths of the rows have a unique value.
   */
  readonly kind: 'rare' | 'repeated';
}

/** A comparison of the configurations of all rows. */
export interface Review {
  /** The number of compared rows. */
  readonly rows: number;
  readonly common: readonly CommonValue[];
  readonly differing: readonly DifferingValue[];
  /** Empty if fewer than five rows are compared. */
  readonly outliers: readonly Outlier[];
}

/** Minimum number of rows in which outliers are sought; with fewer rows, every difference would be one. */
const FEWEST_ROWS = 5;

/** Share of the rows that must follow a pattern for the others to be outliers. */
const MAJORITY = 0.8;

/** Compares the configurations of rows; returns undefined if there are no rows. */
export function reviewRows(
  { configuration, slots }: Template,
  rows: readonly ValueRow[],
): Review | undefined {
  if (configuration === undefined || rows.length === 0) return undefined;
  const slotOf = new Map(slots.map((slot) => [slot.node, slot]));
  const secrets = secretStrings(configuration);
  const common: CommonValue[] = [];
  const differing: DifferingValue[] = [];
  const outliers: Outlier[] = [];
  for (const { node, pointer, keys } of walk(configuration)) {
    const shownPointer = displayPointer(pointer);
    if (node.kind === 'object' || node.kind === 'array') {
      if (isEmpty(node)) common.push({ pointer: shownPointer, value: node.kind === 'object' ? '{}' : '[]' });
      continue;
    }
    const slot = slotOf.get(node);
    if (slot === undefined) {
      common.push({ pointer: shownPointer, value: displayNode(node, keys, secrets) });
      continue;
    }
    const secret = slot.variables.some(isSecretVariable);
    const values = secret ? [] : groupRows(slot, rows, keys);
    if (values.length === 1) common.push({ pointer: shownPointer, value: values[0]!.value });
    else {
      differing.push({ pointer: shownPointer, variables: slot.variables, secret, values });
      outliers.push(
        ...findOutliers(values, rows.length).map((found) => ({ pointer: shownPointer, ...found })),
      );
    }
  }
  return { rows: rows.length, common, differing, outliers };
}

function isEmpty(node: ObjectNode | ArrayNode): boolean {
  return node.kind === 'object' ? node.members.length === 0 : node.items.length === 0;
}

function displayNode({ value }: ScalarNode, keys: readonly string[], secrets: readonly string[]): string {
  const isSecret =
    keys.some(isSecretKey) && typeof value !== 'boolean' && !/^(?:username|\$secret)$/.test(keys.at(-1)!);
  const isLikelySecret =
    typeof value === 'string' &&
    (secretsInCommand(value).length > 0 || findSecrets(value, secrets).length > 0);
  return isSecret || isLikelySecret ? MASK : displayValue(value);
}

function groupRows({ node, fill }: Slot, rows: readonly ValueRow[], keys: readonly string[]): RowsOfValue[] {
  const groups = new Map<string, { value: string; rows: number[] }>();
  for (const { number, values } of rows) {
    const value = fill(values ?? new Map());
    const key = JSON.stringify(value);
    const group = groups.get(key);
    if (group !== undefined) group.rows.push(number);
    else groups.set(key, { value: displayNode({ ...node, value }, keys, []), rows: [number] });
  }
  return [...groups.values()];
}

function findOutliers(values: readonly RowsOfValue[], count: number): Omit<Outlier, 'pointer'>[] {
  if (count < FEWEST_ROWS) return [];
  const most = Math.max(0, ...values.map(({ rows }) => rows.length));
  const isOwn = ({ rows }: RowsOfValue): boolean => rows.length === 1;
  if (most >= MAJORITY * count) {
    return values.filter(({ rows }) => rows.length < most).map((value) => ({ ...value, kind: 'rare' }));
  }
  if (values.filter(isOwn).length >= MAJORITY * count) {
    return values.filter((value) => !isOwn(value)).map((value) => ({ ...value, kind: 'repeated' }));
  }
  return [];
}
