import { explainKey, schemaText, type Explanation } from '@writ/installer/schema';
import { exitStatus } from '../process/exit-status.ts';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { schemaCommand } from './command.ts';

/** `writ schema`: the JSON Schema of a configuration; `writ schema explain KEY`: what one key means. */
export async function run(argv: readonly string[]): Promise<number> {
  const [verb, ...rest] = readArguments(schemaCommand, argv).operands;
  if (verb === undefined) {
    process.stdout.write(schemaText());
    return exitStatus.done;
  }
  const [key] = rest;
  if (verb !== 'explain')
    throw new UsageError(`there is no ${JSON.stringify(verb)} of the schema, only explain`);
  if (key === undefined) throw new UsageError('which key? Name one, such as profile.main');
  if (rest.length > 1) throw new UsageError(`one key at a time, and not also ${rest.slice(1).join(' ')}`);
  const { explanations, near } = explainKey(key);
  if (explanations.length === 0) {
    const meant = near === undefined ? '' : `; did you mean ${near}?`;
    const hint = /^W\d{4}$/i.test(key)
      ? ': it is the code of a finding, and docs/reference/findings.md explains those'
      : meant;
    process.stderr.write(`writ schema: a configuration has no key ${key}${hint}\n`);
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
  examples,
  since,
  keys,
}: Explanation): string {
  const rows: [string, readonly string[]][] = [
    ['values', values],
    ['default', required ? [] : [byDefault ?? absent ?? 'none']],
    ['example', examples],
    ['keys', keys],
    ['since', [`${since} of the format`]],
  ];
  const marks = [required ? 'must be there' : '', secret ? 'a secret: never shown' : ''].filter(Boolean);
  const lines = rows.flatMap(([title, entries]) =>
    entries.map((entry, index) => `  ${(index === 0 ? title : '').padEnd(8)} ${entry}`),
  );
  return [`${key}${marks.length === 0 ? '' : ` (${marks.join('; ')})`}`, `  ${meaning}`, ...lines, ''].join(
    '\n',
  );
}
