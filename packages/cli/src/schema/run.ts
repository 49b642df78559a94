import { explainKey, schemaText, type Explanation } from '@writ/installer/schema';
import { exitStatus } from '../process/exit-status.ts';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { schemaCommand } from './command.ts';
import { printMessage } from '../process/standard-error.ts';

/** `writ schema`: prints the JSON Schema of a configuration; `writ schema explain KEY`: explains a key. */
export async function run(argv: readonly string[]): Promise<number> {
  const [verb, ...rest] = readArguments(schemaCommand, argv).operands;
  if (verb === undefined) {
    process.stdout.write(schemaText());
    return exitStatus.done;
  }
  const [key] = rest;
  if (verb !== 'explain')
    throw new UsageError(`unknown subcommand ${JSON.stringify(verb)}: the only one is explain`);
  if (key === undefined) throw new UsageError('missing KEY: pass a key, such as profile.main');
  if (rest.length > 1) throw new UsageError(`unexpected argument ${rest.slice(1).join(' ')}: pass one key`);
  const { explanations, near } = explainKey(key);
  if (explanations.length === 0) {
    const suggestion = near === undefined ? '' : `; did you mean ${near}?`;
    const hint = /^W\d{4}$/i.test(key)
      ? ': this is the code of a finding, see docs/reference/findings.md'
      : suggestion;
    printMessage(`unknown key ${key}${hint}`, 'writ schema');
    return exitStatus.usage;
  }
  process.stdout.write(explanations.map(renderExplanation).join('\n'));
  return exitStatus.done;
}

function renderExplanation({
  key,
  meaning,
  values,
  required,
  secret,
  default: byDefault,
  absent,
  absentWhen,
  examples,
  since,
  keys,
}: Explanation): string {
  const whenAbsent = absentWhen === undefined ? absent : `${absentWhen}: ${absent}`;
  const rows: [string, readonly string[]][] = [
    ['values', values],
    ['default', required ? [] : [byDefault ?? whenAbsent ?? 'none']],
    ['example', examples],
    ['keys', keys],
    ['since', [`format ${since}`]],
  ];
  const marks = [required ? 'required' : '', secret ? 'secret' : ''].filter(Boolean);
  const lines = rows.flatMap(([title, entries]) =>
    entries.map((entry, index) => `  ${(index === 0 ? title : '').padEnd(8)} ${entry}`),
  );
  return [`${key}${marks.length === 0 ? '' : ` (${marks.join('; ')})`}`, `  ${meaning}`, ...lines, ''].join(
    '\n',
  );
}
