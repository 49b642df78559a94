import { readPython } from '@writ/convert/python';
import { Secret } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import {
  checkConfiguration,
  checkTemplate,
  planRow,
  splitConfiguration,
  summarizeRow,
  toPlannable,
  type NamedText,
  type ReviewedRow,
  type Review,
  type RowDiagnostic,
} from '@writ/installer';
import { refuseServiceSettings } from '@writ/installer/internal';
import { TABLE_NAME, TEMPLATE_NAME } from '../records/configuration-name.ts';
import type { OptionsRequest } from '../records/plan-options.ts';
import { toRequestWords } from '../records/request-words.ts';
import { toSplitOutput, type SplitOutput } from './split-output.ts';

/** A template and its table, as plain data. */
export interface BatchInput {
  readonly template: string;
  readonly table: string;
  readonly creds?: NamedText;
  readonly patterns: Readonly<Record<string, string>>;
  readonly advanced?: boolean;
  readonly strict?: boolean;
}

/** A row of a checked table, as plain data. It contains secrets. */
export interface CheckedBatchRow {
  readonly number: number;
  readonly line: number;
  /** The patterns with the values of the row; empty if a cell is missing or invalid, or one of them would be too long. */
  readonly filled: Readonly<Record<string, string>>;
  /** The configuration as JSON with its secrets; absent if it has errors. */
  readonly configuration?: string;
  /** Identifies the findings of the check. */
  readonly known: readonly string[];
}

/** The check of all rows, as plain data. */
export interface CheckedBatch {
  readonly findings: readonly RowDiagnostic[];
  readonly review?: Review;
  readonly rows: readonly CheckedBatchRow[];
}

/** A row to plan. */
export interface RowInput extends Pick<CheckedBatchRow, 'number' | 'line' | 'known'> {
  readonly configuration: string;
  /** Path of the target. */
  readonly target: string;
}

/** Rows to plan with the same options, as plain data. */
export interface RowsInput extends OptionsRequest {
  readonly creds?: NamedText;
  readonly rows: readonly RowInput[];
  /** Whether the secrets of each row are separated from its configuration. */
  readonly split: boolean;
}

/** A planned row, as plain data. */
export interface PlannedRow extends ReviewedRow {
  /** The configuration and its secrets; absent unless they were requested. */
  readonly split?: SplitOutput;
}

/** Rows whose secrets are to be separated, as plain data. */
export interface SeparationInput {
  readonly rows: readonly Pick<RowInput, 'number' | 'configuration'>[];
  readonly creds?: NamedText;
  readonly advanced?: boolean;
}

/** A row whose secrets are separated from its configuration, as plain data. */
export interface SeparatedConfiguration {
  readonly number: number;
  readonly split: SplitOutput;
  /** The configuration with every secret masked. */
  readonly masked: string;
}

/** Checks a template with all rows of a table, also for settings that the service refuses for every target. */
export function checkBatch({ template, table, ...options }: BatchInput): CheckedBatch {
  const { findings, review, rows } = checkTemplate({
    ...options,
    refuse: refuseServiceSettings,
    template: { file: TEMPLATE_NAME, text: template },
    table: { file: TABLE_NAME, text: table },
  });
  return {
    findings: findings.map(toRequestWords),
    ...defined({ review }),
    rows: rows.map((row) => {
      const { number, line, filled } = row;
      const { configuration, known = [] } = toPlannable(row) ?? {};
      return { number, line, filled, known, ...defined({ configuration: configuration?.reveal() }) };
    }),
  };
}

/** Separates the secrets from the configurations of rows, which have no errors. */
export function separateRows({ rows, creds, advanced }: SeparationInput): readonly SeparatedConfiguration[] {
  return rows.map(({ number, configuration }) => {
    const config = { file: TEMPLATE_NAME, text: configuration };
    const split = splitConfiguration(config, creds, advanced);
    if (split === undefined) throw new Error(`the configuration of row ${number} has errors`);
    const { sources } = checkConfiguration({ config, ...defined({ advanced }) });
    const masked = sources.find(({ name }) => name === TEMPLATE_NAME)?.masked ?? '';
    return { number, split: toSplitOutput(split), masked };
  });
}

/** Plans some rows of a batch. */
export async function planRows(
  { rows, split, ...options }: RowsInput,
  signal: AbortSignal,
): Promise<readonly PlannedRow[]> {
  const planned: PlannedRow[] = [];
  for (const { configuration, target, ...row } of rows) {
    const { plan, findings, ...result } = await planRow(
      { ...row, targets: [target], configuration: new Secret(configuration) },
      { ...options, hashedLogins: true, template: TEMPLATE_NAME, readPython, signal },
    );
    const config = { file: TEMPLATE_NAME, text: configuration };
    const separated = split ? splitConfiguration(config, options.creds, options.advanced) : undefined;
    planned.push({
      ...result,
      findings: findings.map(toRequestWords),
      ...defined({
        summary: plan && summarizeRow(plan),
        split: separated && toSplitOutput(separated),
      }),
    });
  }
  return planned;
}
