import type { Diagnostic } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { HttpError } from '@writ/http';
import {
  checkRowTargets,
  currentLosses,
  describeRow,
  reviewBatch,
  type BatchReview,
  type Loss,
  type Review,
} from '@writ/installer';
import { fingerprintLosses } from '../consent/consent.ts';
import { findMaskedSecrets } from '../plans/masked-secrets.ts';
import { CREDENTIALS_NAME, TABLE_NAME, TEMPLATE_NAME } from '../records/configuration-name.ts';
import { toOptionsRequest } from '../records/plan-options.ts';
import type { CheckedBatchRow, PlannedRow } from '../work/batch-tasks.ts';
import type { Planner } from '../work/planner.ts';
import type { SplitOutput } from '../work/split-output.ts';
import type { BatchRequest } from './batch-request.ts';
import { divideRows } from './divide-rows.ts';
import { assertPatterns, filledLabels, labelPatterns } from './patterns.ts';
import { Placement, type Fleet } from './placement.ts';

/** A planned row of a batch. */
export interface BatchPlanRow {
  /** The number of the row in the table, from 1. */
  readonly number: number;
  /** The line of the table at which the row begins, from 1. */
  readonly line: number;
  /** The name of the image, or the path of the device. */
  readonly target: string;
  /** Absolute path of the target. */
  readonly path: string;
  /** The machine whose workers run the installation; absent if the service itself runs it. */
  readonly host?: string;
  readonly labels: Readonly<Record<string, string>>;
  /** SHA-256 of the plan. */
  readonly digest: string;
  /** The data that would be lost. */
  readonly losses: readonly Loss[];
  /** Identifies the content that would be lost; see `fingerprintLosses`. */
  readonly agreed: string;
  /** The configuration and its secrets; absent unless they were requested. */
  readonly split?: SplitOutput;
}

/** The plans of a batch. */
export interface BatchPlan extends BatchReview {
  /** The rows that can be installed. */
  readonly rows: readonly BatchPlanRow[];
  /** The number of rows in the table. */
  readonly count: number;
  /** The comparison of the configurations; absent if no row has one. */
  readonly review?: Review;
}

/** The target of a request, with its path. */
interface NamedTarget {
  readonly name: string;
  readonly path: string;
}

export interface BatchPlanDependencies {
  readonly planner: Pick<Planner, 'checkBatch' | 'planRows'>;
  /** Resolves the target of a row; throws an HttpError with the reason if it is not allowed. */
  readonly resolveTarget: (image: string | undefined, device: string | undefined) => NamedTarget;
  /** Returns the workers; undefined if the service runs its installations itself. */
  readonly fleet: () => Promise<Fleet | undefined>;
}

interface TargetRow {
  readonly row: CheckedBatchRow & { readonly configuration: string };
  readonly target: NamedTarget;
  readonly labels: Readonly<Record<string, string>>;
  readonly host?: string;
}

/**
 * Checks and plans all rows of a batch in threads.
 *
 * @param split whether the secrets of each row are returned
 * @throws {HttpError} 400 without exactly one pattern for targets, or with too many or too long patterns, 503 when the planner is overloaded
 */
export async function planBatch(
  asked: BatchRequest,
  { planner, resolveTarget, fleet }: BatchPlanDependencies,
  signal: AbortSignal,
  split = false,
): Promise<BatchPlan> {
  const { template, table, credentials, image, device, labels = {}, ...options } = asked;
  if ((image === undefined) === (device === undefined))
    throw new HttpError(
      'invalid-values',
      'Exactly one target is required: image, such as "{{hostname}}.img", or device',
    );
  const creds = credentials === undefined ? undefined : { file: CREDENTIALS_NAME, text: credentials };
  const patterns = {
    ...(image === undefined ? {} : { image }),
    ...(device === undefined ? {} : { device }),
    ...labelPatterns(labels),
  };
  assertPatterns(patterns);
  const { advanced, strict } = options;
  const checked = await planner.checkBatch(
    { template, table, patterns, ...defined({ creds, advanced, strict }) },
    signal,
  );
  const masked = findMaskedSecrets({
    [TEMPLATE_NAME]: template,
    [TABLE_NAME]: table,
    [CREDENTIALS_NAME]: credentials,
  });
  const own = await fleet();
  const { targets, findings } = resolveRows(checked.rows, { resolveTarget, fleet: own });
  const shared = {
    ...toOptionsRequest(options),
    ...defined({ creds }),
    split,
  };
  const planned: PlannedRow[] = [];
  const inputs = targets.map(({ row: { number, line, known, configuration }, target }) => {
    return { number, line, known, configuration, target: target.path };
  });
  for (const rows of divideRows(inputs)) {
    planned.push(...(await planner.planRows({ ...shared, rows }, signal)));
  }
  const targetOf = new Map(targets.map((target) => [target.row.number, target]));
  const reviewed = planned.map((row) => ({ ...row, ...defined({ host: targetOf.get(row.number)?.host }) }));
  const { review } = checked;
  return {
    ...reviewBatch(reviewed, {
      checked: [...masked, ...checked.findings, ...findings],
      table: TABLE_NAME,
      count: checked.rows.length,
    }),
    ...defined({ review }),
    count: checked.rows.length,
    rows: planned.flatMap((row) => toPlanRow(row, targetOf.get(row.number)!, own?.host)),
  };
}

/** Resolves the target and the machine of each row. */
function resolveRows(
  rows: readonly CheckedBatchRow[],
  {
    resolveTarget,
    fleet,
  }: Pick<BatchPlanDependencies, 'resolveTarget'> & { readonly fleet: Fleet | undefined },
): { readonly targets: readonly TargetRow[]; readonly findings: readonly Diagnostic[] } {
  const placement = new Placement(fleet);
  const findings: Diagnostic[] = [];
  const targets = rows.flatMap((row): TargetRow[] => {
    const { configuration, filled } = row;
    if (configuration === undefined) return [];
    const report = (fault: string, hint: string): [] => {
      findings.push(describeRow('row-target', row, TABLE_NAME, { fault, hint }));
      return [];
    };
    let target: NamedTarget;
    try {
      target = resolveTarget(filled['image'], filled['device']);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      return report(error.message, 'correct the target of the row');
    }
    const labels = filledLabels(filled);
    const selected = placement.select({ ...row, labels });
    if ('finding' in selected) {
      findings.push(selected.finding);
      return [];
    }
    const isElsewhere = selected.host !== undefined && selected.host !== fleet?.host;
    if (isElsewhere && filled['device'] !== undefined)
      return report(
        `${target.path} is a disk of another machine, which this server cannot plan`,
        'start the batch at a server on that machine, or use images',
      );
    return [{ row: { ...row, configuration }, target, labels, ...selected }];
  });
  const paths = targets.map(({ row: { number, line }, target: { name }, host = '' }) => ({
    number,
    line,
    targets: [name],
    host,
  }));
  const taken = [...Map.groupBy(paths, ({ host }) => host).values()].flatMap((ofHost) =>
    checkRowTargets(ofHost, TABLE_NAME),
  );
  return { targets, findings: [...findings, ...taken] };
}

function toPlanRow(
  { number, line, summary, split }: PlannedRow,
  { target: { name, path }, labels, host }: TargetRow,
  own: string | undefined,
): BatchPlanRow[] {
  if (summary === undefined) return [];
  // The content of another machine is unknown here: its worker refuses to lose anything.
  const losses = host === own ? summary.losses : [];
  return [
    {
      number,
      line,
      target: name,
      path,
      labels,
      digest: summary.digest,
      losses: currentLosses({ losses }),
      agreed: fingerprintLosses({ losses }),
      ...defined({ host, split }),
    },
  ];
}
