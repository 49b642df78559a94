import { defined } from '@writ/diagnostics/internal';
import type { PlanRequest, TemplateRequest } from '@writ/installer';
import type { OptionValues } from '../command-line/declaration.ts';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { readPlanOptions } from '../configuration/plan-options.ts';
import type { NamedFile } from '../files/distinct-files.ts';
import { readFacts, readInput } from '../files/read-input.ts';
import { batchCommand, type BatchOptions } from './command.ts';

type BatchAction = 'check' | 'plan';

/** The arguments of `writ batch`. */
export interface BatchArguments {
  readonly action: BatchAction;
  readonly request: TemplateRequest;
  readonly format: OptionValues<BatchOptions>['format'];
  /** The options of all plans; unused by the action `check`. */
  readonly planOptions: Omit<PlanRequest, 'config' | 'targets'>;
  /** The folder for the configurations or the plans of the rows. */
  readonly output: string | undefined;
  /** The files that the command reads, which the files in `output` must not replace. */
  readonly files: readonly NamedFile[];
}

/** The names of the targets in `patterns`. */
const TARGETS = ['--target', 'the second --target'] as const;

/** Returns the targets of a row; undefined if `--target` was not passed. */
export function targetsOf(filled: Readonly<Record<string, string>>): readonly string[] | undefined {
  const targets = TARGETS.flatMap((name) => filled[name] ?? []);
  return targets.length === 0 ? undefined : targets;
}

/** @throws UsageError */
export async function readBatchArguments(argv: readonly string[]): Promise<BatchArguments> {
  const { values, operands } = readArguments(batchCommand, argv);
  const { creds, facts, advanced, strict, format, output } = values;
  const { action, template, table } = resolveOperands(operands, [creds, facts]);
  assertAction(action, values);
  const planOptions = readPlanOptions(values);
  const request = {
    template: await readInput(template),
    table: await readInput(table),
    ...(creds === undefined ? {} : { creds: await readInput(creds) }),
    advanced,
    strict,
    patterns: readPatterns(values),
  };
  return {
    action,
    request,
    format,
    output,
    files: [
      { option: 'TEMPLATE', name: template },
      { option: 'TABLE', name: table },
      ...(creds === undefined ? [] : [{ option: '--creds', name: creds }]),
      ...(facts === undefined || facts === 'here' ? [] : [{ option: '--facts', name: facts }]),
    ],
    planOptions: {
      ...planOptions,
      advanced,
      strict,
      ...defined({
        creds: request.creds,
        facts: facts === undefined ? undefined : await readFacts(facts),
      }),
    },
  };
}

function assertAction(action: BatchAction, values: OptionValues<BatchOptions>): void {
  if (action === 'plan') return;
  const used = (['firmware', 'image-size', 'command-limit', 'facts'] as const).find(
    (name) => values[name] !== undefined,
  );
  if (used !== undefined) throw new UsageError(`--${used} requires the action plan: writ batch plan`);
}

function readPatterns({ target, label }: OptionValues<BatchOptions>): Record<string, string> {
  // An unset variable in a script results in an empty target.
  if (target.includes('')) throw new UsageError('--target is empty');
  if (target.length > TARGETS.length)
    throw new UsageError(`--target was passed ${target.length} times: a row has at most two targets`);
  const labels = label.map((text): [string, string] => {
    const [, name, pattern] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
    if (name === undefined || pattern === undefined)
      throw new UsageError('invalid --label: pass NAME=PATTERN, such as rack={{rack}}');
    return [`--label ${name}`, pattern];
  });
  const targets = target.map((text, index): [string, string] => [TARGETS[index]!, text]);
  return Object.fromEntries([...targets, ...labels]);
}

/** @throws UsageError */
function resolveOperands(
  [action, template, table, ...more]: readonly string[],
  others: readonly (string | undefined)[],
): { readonly action: BatchAction; readonly template: string; readonly table: string } {
  if (action !== 'check' && action !== 'plan') {
    const found = action === undefined ? 'missing action' : `unknown action ${JSON.stringify(action)}`;
    throw new UsageError(
      `${found}: write writ batch check TEMPLATE TABLE, or writ batch plan TEMPLATE TABLE`,
    );
  }
  if (template === undefined || table === undefined) {
    const missing = template === undefined ? 'TEMPLATE' : 'TABLE';
    throw new UsageError(`missing ${missing}: pass a file, an https URL, or - for standard input`);
  }
  if (more.length > 0)
    throw new UsageError(`unexpected argument ${more.join(' ')}: pass one template and one table`);
  if ([template, table, ...others].filter((given) => given === '-').length > 1)
    throw new UsageError('standard input can only be read once: use - for only one file');
  return { action, template, table };
}
