import type { Diagnostic } from '@writ/diagnostics';
import { describeRow } from '@writ/installer';
import { assertPatterns, filledLabels, labelPatterns } from '../../batches/patterns.ts';
import { TABLE_NAME } from '../../records/configuration-name.ts';
import type { NodeSelector } from '../../records/node.ts';
import type { CheckedBatchRow } from '../../work/batch-tasks.ts';
import { readSelector } from '../../nodes/identity.ts';

/** A row of a table with its selector. */
export type SelectorRow = Pick<CheckedBatchRow, 'number' | 'line'> & { readonly selector: NodeSelector };

/**
 * Returns the strings of a selector that may contain variables, by the names that findings use for them.
 *
 * @throws {HttpError} 400 when there are too many labels, or a string is too long
 */
export function selectorPatterns({ labels = {}, ...identity }: NodeSelector): Record<string, string> {
  const given = Object.entries(identity).filter(([, text]) => text !== undefined);
  const patterns = { ...(Object.fromEntries(given) as Record<string, string>), ...labelPatterns(labels) };
  assertPatterns(patterns);
  return patterns;
}

/**
 * Returns the selectors of the rows that have a configuration, with a finding instead of each invalid or repeated
 * selector.
 */
export function resolveSelectors(rows: readonly CheckedBatchRow[]): {
  readonly selected: readonly SelectorRow[];
  readonly findings: readonly Diagnostic[];
} {
  const findings: Diagnostic[] = [];
  const first = new Map<string, number>();
  const selected = rows.flatMap((row): SelectorRow[] => {
    const { number, line, filled, configuration } = row;
    if (configuration === undefined) return [];
    const report = (fault: string, hint: string): void => {
      findings.push(describeRow('row-selector', row, TABLE_NAME, { fault, hint }));
    };
    const { mac, uuid, serial } = filled;
    const selector = readSelector({ mac, uuid, serial, labels: filledLabels(filled) });
    if (typeof selector === 'string') {
      report(selector, 'correct the cell, or the selector of the request');
      return [];
    }
    const key = keyOf(selector);
    const earlier = first.get(key);
    if (earlier !== undefined) {
      const hint = 'use a variable whose values differ between the rows, such as {{mac}}';
      report(`the selector is also that of row ${earlier}`, hint);
      return [];
    }
    first.set(key, number);
    return [{ number, line, selector }];
  });
  return { selected, findings };
}

/** Returns the same string for selectors that select the same nodes. */
function keyOf({ mac, uuid, serial, labels = {} }: NodeSelector): string {
  return JSON.stringify([mac, uuid, serial, Object.entries(labels).toSorted()]);
}
