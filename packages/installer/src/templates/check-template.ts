import {
  compareByLocation,
  hasErrors,
  Secret,
  type Diagnostic,
  type Replacement,
  type SourceText,
} from '@writ/diagnostics';
import { checkDocuments, warningsAsErrors, type CheckResult } from '../config/check.ts';
import type { ConfigFile } from '../config/config-file.ts';
import { MAX_BYTES } from '../config/decode.ts';
import { readDocument, type Document } from '../config/document.ts';
import { toValue } from '../config/json/node-value.ts';
import type { ObjectNode } from '../config/json/tree.ts';
import { limitFindings } from '../config/findings-limit.ts';
import type { Settings } from '../config/settings.ts';
import { maskSecretsInFinding, SHORTEST_SECRET } from '../config/secret-strings.ts';
import { readValues, type TableValues, type ValueRow } from './columns.ts';
import { fillPatterns } from './patterns.ts';
import { MAX_CHARACTERS, readTable } from './read-table.ts';
import { checkRepeatedValues } from './repeated-values.ts';
import { reviewRows, type Review } from './review.ts';
import { groupFindings, type RowDiagnostic } from './row-findings.ts';
import { filledLength, fillSlots, type Slot } from './slots.ts';
import { tableFinding } from './table.ts';
import { readTemplate, type Template } from './template.ts';
import { CONFIGURATION } from './uses.ts';
import type { Cell } from './value.ts';
import { isSecretVariable } from './variable.ts';

/** A template and its table, and options for the check. */
export interface TemplateRequest {
  /** A JSON object with the keys `variables` and `configuration`. */
  readonly template: ConfigFile;
  /** CSV with a header line, or a JSON list of objects. */
  readonly table: ConfigFile;
  /** Credentials for all rows. They contain the secrets that the configuration references. */
  readonly creds?: ConfigFile;
  /** Whether `sys-language` and `sys-encoding` are used (default: false). */
  readonly advanced?: boolean;
  /** Whether warnings are reported as errors (default: false). */
  readonly strict?: boolean;
  /**
   * Strings outside of the template that may contain variables, such as the target of each row, by the names that
   * findings use for them.
   */
  readonly patterns?: Readonly<Record<string, string>>;
  /** Returns findings about valid settings that are refused, for example by a service. */
  readonly refuse?: (settings: Settings) => readonly Diagnostic[];
}

/** A row of the table and its configuration. */
export interface CheckedRow {
  /** The number of the row, from 1. The header line of a CSV file does not count. */
  readonly number: number;
  /** The line of the table at which the row begins, from 1. */
  readonly line: number;
  /** Whether the row has a configuration without errors. */
  readonly valid: boolean;
  /** The values by variable; empty if a cell is missing or invalid. */
  readonly values: Readonly<Record<string, string | number | Secret>>;
  /**
   * The check of the row's configuration, whose findings have pointers into that configuration and do not name the
   * row. Absent if the template has errors, or the row has missing or invalid cells or a pattern that would be too long.
   */
  readonly check?: CheckResult;
  /** The row's configuration as JSON, with its secrets; present together with `check`. */
  readonly configuration?: Secret;
  /**
   * The `patterns` of the request with the values of the row; empty if a cell is missing or invalid, or one of them would
   * be too long.
   */
  readonly filled: Readonly<Record<string, string>>;
}

/** The configurations of all rows, with all findings. */
export interface TemplateCheck {
  /** Sorted by file and position. A finding that applies to several rows is listed once. */
  readonly findings: readonly RowDiagnostic[];
  /**
   * The template and the credentials with masked secrets, as sources of excerpts. Excerpts of the table are never
   * printed.
   */
  readonly sources: readonly SourceText[];
  /** The rows of the table; empty if the table cannot be read. */
  readonly rows: readonly CheckedRow[];
  /** The comparison of the rows; absent if no row has a configuration. */
  readonly review?: Review;
}

/**
 * Checks the configuration of each row of a table, and reports all findings together. The template is parsed only
 * once. The function reads no files, and no input makes it throw.
 */
export function checkTemplate(request: TemplateRequest): TemplateCheck {
  const { template, table, creds, advanced, strict, patterns = {}, refuse } = request;
  const read = readTemplate(template, patterns);
  const credentials =
    creds === undefined ? undefined : readDocument(creds.file, creds.text, { allSecret: true });
  const cells = readTable(table, read.source.text.length);
  const { source, configuration, variables, slots } = read;
  const columns: TableValues =
    configuration === undefined || read.findings.some(({ rule }) => rule === 'variable-declaration')
      ? { rows: cells.rows, findings: [] }
      : readValues(cells, variables, source);
  const overlong: Diagnostic[] = [];
  let characters = 0;
  const rows = columns.rows.map((row): CheckedRow => {
    const options = { ...(advanced && { advanced }), ...(strict && { strict }) };
    const { number, line, values } = row;
    const { filled, findings } = fillPatterns(patterns, row, cells.file);
    overlong.push(...findings);
    const unchecked = { number, line, valid: false, values: protectValues(values), filled };
    if (values === undefined || configuration === undefined || hasErrors(read.findings)) return unchecked;
    if (findings.length > 0 || characters > MAX_CHARACTERS) return unchecked;
    characters += source.text.length + lengthOfSlots(slots, values);
    if (characters > MAX_CHARACTERS) {
      overlong.push(describeLength(cells.file, row));
      return unchecked;
    }
    const root = fillSlots(configuration, slots, values);
    const text = JSON.stringify(toValue(root));
    if (Buffer.byteLength(text) > MAX_BYTES) {
      overlong.push(describeSize(cells.file, row));
      return unchecked;
    }
    const check = withRefusals(checkDocuments(toDocument(source, root), credentials, options), refuse);
    const valid = check.settings !== undefined && !hasErrors(check.findings);
    return { ...unchecked, valid, check, configuration: new Secret(text) };
  });
  const ofRows = rows.flatMap(({ number, line, check }, index) => {
    const secrets = secretsOf(columns.rows[index]!);
    return (check?.findings ?? []).map((found) => ({
      found: maskSecretsInFinding(placeInTemplate(found, read), secrets),
      row: { number, line },
    }));
  });
  const checkedRows = columns.rows.filter((_row, index) => rows[index]!.check !== undefined);
  // A secret that only some of the rows reference is not an unknown key of the credentials.
  const isOfOtherRows = ({ file, rule, rows: of }: RowDiagnostic): boolean =>
    rule === 'unknown-key' && file === credentials?.source.name && of!.length < checkedRows.length;
  const compared = columns.rows.map((row, index) => ({
    ...row,
    drives: rows[index]!.check?.settings?.drives,
  }));
  const repeated = checkRepeatedValues(compared, { variables, slots }, cells.file);
  const findings = [
    ...read.findings,
    ...cells.findings,
    ...columns.findings,
    ...(strict === true ? warningsAsErrors(repeated) : repeated),
    ...overlong,
    ...groupFindings(ofRows, cells.file, rows.length).filter((found) => !isOfOtherRows(found)),
  ];
  const review = reviewRows(read, checkedRows);
  return {
    findings: limitFindings(findings.toSorted(compareByLocation), 0),
    sources: [source, ...(credentials === undefined ? [] : [credentials.source])],
    rows,
    ...(review && { review }),
  };
}

/** A short template can name a variable many times, so the length is known before the values are inserted. */
function lengthOfSlots(slots: readonly Slot[], values: ReadonlyMap<string, Cell>): number {
  let length = 0;
  for (const { node, variables } of slots) {
    length += filledLength(String(node.value), values);
    // A custom command begins by exporting its variables.
    for (const name of variables) length += String(values.get(name) ?? '').length;
  }
  return length;
}

/** Adds the findings about settings that are refused. */
function withRefusals(check: CheckResult, refuse: TemplateRequest['refuse']): CheckResult {
  const { settings, findings, locate } = check;
  const refused = settings === undefined ? [] : (refuse?.(settings) ?? []);
  return refused.length === 0 ? check : { ...check, findings: [...findings, ...refused.map(locate)] };
}

function describeSize(file: string, { number, line }: ValueRow): Diagnostic {
  const message = `with the values of row ${number}, the configuration is larger than 1 MiB`;
  return tableFinding(file, line, message, 'use shorter values, or fewer custom commands with variables');
}

function describeLength(file: string, { number, line }: ValueRow): Diagnostic {
  const limit = MAX_CHARACTERS.toLocaleString('en');
  const message = `with the values of row ${number}, the configurations have more than ${limit} characters`;
  return tableFinding(file, line, message, 'divide the table into several files, or use shorter values');
}

/** Returns the parsed configuration of a row, with the ranges of the template. */
function toDocument(source: SourceText, root: ObjectNode): Document {
  return {
    source,
    findings: [],
    masks: [],
    root,
    isHidden: () => false,
    isForeign: false,
    bracketsWrong: false,
    keysMoved: false,
  };
}

function protectValues(values: ValueRow['values']): CheckedRow['values'] {
  return Object.fromEntries(
    [...(values ?? [])].map(([name, value]) => [
      name,
      isSecretVariable(name) ? new Secret(String(value)) : value,
    ]),
  );
}

function secretsOf({ values }: ValueRow): string[] {
  return [...(values ?? [])].flatMap(([name, value]) =>
    isSecretVariable(name) && String(value).length >= SHORTEST_SECRET ? [String(value)] : [],
  );
}

/** Rules whose hints suggest commands for the file, which would have to be a configuration instead of a template. */
const CONVERSION_RULES = new Set(['legacy-key', 'critical-legacy-key', 'credentials-file']);

/**
 * Changes the pointers of a finding to pointers into the template, and removes a correction that would replace a
 * variable.
 */
function placeInTemplate(found: Diagnostic, { source, slots }: Template): Diagnostic {
  const { pointer, replacement, hint, phrases, ...others } = found;
  const { hint: _hint, ...words } = phrases ?? {};
  const isConversion = CONVERSION_RULES.has(found.rule ?? '');
  const isInTemplate = found.file === source.name;
  const replacesVariable = slots.some(
    ({ node }) =>
      replacement?.range !== undefined &&
      replacement.range.start.offset < node.end &&
      node.start < replacement.range.end.offset,
  );
  return {
    ...others,
    ...(pointer !== undefined && { pointer: isInTemplate ? CONFIGURATION + pointer : pointer }),
    ...(replacement !== undefined && !replacesVariable && { replacement: moveReplacement(replacement) }),
    ...(hint !== undefined && {
      hint: isConversion ? 'convert the configuration before you turn it into a template' : hint,
    }),
    ...(phrases !== undefined && { phrases: isConversion ? words : phrases }),
  };
}

function moveReplacement({ pointer, ...others }: Replacement): Replacement {
  return pointer === undefined ? others : { ...others, pointer: CONFIGURATION + pointer };
}
