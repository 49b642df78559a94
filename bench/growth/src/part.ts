import { parseArgs } from 'node:util';
import type { Chart } from '../../shared/chart.ts';
import { readConditions } from '../../shared/conditions.ts';
import { growthTable } from '../../shared/growth-table.ts';
import { publishReport } from '../../shared/report.ts';

/** The extent of the measurement. `smoke` only shows that the part runs. */
export type Extent = 'full' | 'quick' | 'smoke';

export interface Rounds {
  readonly sizes: readonly number[];
  readonly rounds: number;
  /** The maximum number of subjects [all]. */
  readonly subjects?: number;
}

export interface PartResult {
  readonly method: string;
  readonly charts: readonly Chart[];
}

/** A measurement of how costs grow with the size of the input. */
export interface Part {
  readonly name: string;
  readonly extents: Readonly<Record<Extent, Rounds>>;
  /** The npm packages that are compared. */
  readonly packages?: readonly string[];
  readonly measure: (rounds: Rounds, extent: Extent) => Promise<PartResult> | PartResult;
}

/** Runs a part as a program: `PART.ts [--extent full|quick|smoke] [--json FILE]`. */
export async function runPart({ name, extents, packages = [], measure }: Part): Promise<void> {
  const { values } = parseArgs({
    options: { extent: { type: 'string', default: 'full' }, json: { type: 'string' } },
  });
  const rounds = extents[values.extent as Extent];
  if (rounds === undefined) throw new Error(`--extent must be full, quick or smoke, not ${values.extent}`);
  const { method, charts } = await measure(rounds, values.extent as Extent);
  const conditions = readConditions(packages, import.meta.url);
  const tables = charts.map(growthTable);
  publishReport({ benchmark: name, method, conditions, tables, charts }, values.json);
}
