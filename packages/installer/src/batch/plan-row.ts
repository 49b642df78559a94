import type { Diagnostic, Secret } from '@writ/diagnostics';
import type { Loss } from '../facts/loss.ts';
import type { Plan } from '../plan/plan.ts';
import { planInstallation } from '../run/prepare-plan.ts';
import type { Outcome, PlanRequest } from '../run/request.ts';
import type { CheckedRow } from '../templates/check-template.ts';
import { outlinePlan, type PlanOutline } from './plan-outline.ts';

/** A row of a batch whose configuration has no errors. */
export interface PlannableRow {
  /** The number of the row, from 1. */
  readonly number: number;
  /** The line of the table at which the row begins, from 1. */
  readonly line: number;
  /** The paths of the targets, or disk identifiers such as `serial=…`. */
  readonly targets: readonly string[];
  /** Whether the targets are the `harddrives` of the configuration. */
  readonly fromConfiguration?: boolean;
  /** The configuration as JSON, with its secrets. */
  readonly configuration: Secret;
  /** Identifies the findings of the check, which the plan would report again. */
  readonly known: readonly string[];
}

/** Options for the plans of all rows. */
export interface RowPlanOptions extends Omit<PlanRequest, 'config' | 'targets'> {
  /** The file name of the template, which findings name. */
  readonly template: string;
}

/** The result of planning a row. */
export interface RowPlan {
  readonly number: number;
  readonly line: number;
  readonly targets: readonly string[];
  readonly outcome: Outcome;
  /** The findings of the plan, without those of the check. */
  readonly findings: readonly Diagnostic[];
  /** Absent if the row cannot be installed. */
  readonly plan?: Plan;
}

/** The data of a plan that the review of a batch needs. */
export interface RowSummary {
  readonly digest: string;
  readonly outline: PlanOutline;
  readonly losses: readonly Loss[];
}

/**
 * Returns what the plan of a checked row needs; undefined if its configuration has errors.
 *
 * @param targets the targets of the row (default: the `harddrives` of its configuration)
 */
export function toPlannable(
  { number, line, valid, check, configuration }: CheckedRow,
  targets?: readonly string[],
): PlannableRow | undefined {
  if (!valid || check === undefined || configuration === undefined) return undefined;
  return {
    number,
    line,
    targets: targets ?? check.settings?.drives ?? [],
    fromConfiguration: targets === undefined,
    configuration,
    known: check.findings.map(identifyFinding),
  };
}

/** Plans the installation of a row, as `writ plan` plans a configuration. */
export async function planRow(row: PlannableRow, options: RowPlanOptions): Promise<RowPlan> {
  const { number, line, targets, fromConfiguration = false, configuration, known } = row;
  const { template, ...request } = options;
  const { outcome, findings, plan } = await planInstallation({
    ...request,
    config: { file: template, text: configuration.reveal() },
    ...(fromConfiguration ? {} : { targets }),
  });
  const added = findings.filter((found) => !known.includes(identifyFinding(found)));
  return {
    number,
    line,
    targets,
    outcome,
    findings: added.map((found) => placeInFile(found, template)),
    ...(plan !== undefined && { plan }),
  };
}

/** Returns the data of a plan that the review of a batch needs. */
export function summarizeRow(plan: Plan): RowSummary {
  return { digest: plan.digest, outline: outlinePlan(plan), losses: plan.losses };
}

function identifyFinding({ code, message }: Diagnostic): string {
  return `${code} ${message}`;
}

/** The configuration of a row is not a file, so positions in it are omitted. */
function placeInFile(
  { range, replacement: _replacement, ...found }: Diagnostic,
  template: string,
): Diagnostic {
  if (found.file !== undefined && found.file !== template)
    return { ...found, ...(range !== undefined && { range }) };
  const { pointer, ...others } = found;
  return {
    ...others,
    file: template,
    ...(pointer !== undefined && { pointer: `/configuration${pointer}` }),
  };
}
