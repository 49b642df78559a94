import { hasErrors, renderJson, renderText, summarize, type SourceText } from '@writ/diagnostics';
import { checkConfiguration, leftToInstall, type CheckResult } from '@writ/installer/check';
import { exitStatus } from '../process/exit-status.ts';
import { factsFrom, inputFrom } from '../files/read-input.ts';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';

const options = {
  creds: { type: 'string' },
  advanced: { type: 'boolean' },
  strict: { type: 'boolean' },
  format: { type: 'string' },
  facts: { type: 'string' },
} as const;

/** `writ check`: everything that is wrong with a configuration. Reads files only. */
export async function run(argv: readonly string[]): Promise<number> {
  try {
    return await check(argv);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`writ check: ${error.message}\n`);
    return exitStatus.usage;
  }
}

async function check(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments({ args: [...argv], options, allowPositionals: true });
  const [name, ...more] = positionals;
  if (name === undefined) throw new UsageError('which configuration? Name a file, - or an https address');
  if (more.length > 0) throw new UsageError(`one configuration at a time, and not also ${more.join(' ')}`);
  if ([name, values.creds, values.facts].filter((given) => given === '-').length > 1)
    throw new UsageError('only one of the files can be standard input');
  if (!['text', 'json'].includes(values.format ?? 'text')) throw new UsageError('--format is text or json');
  const config = await inputFrom(name);
  const checked = checkConfiguration({
    config,
    ...(values.creds === undefined ? {} : { creds: await inputFrom(values.creds) }),
    advanced: values.advanced === true,
    strict: values.strict === true,
  });
  const { findings, sources } = await withFiles(checked, config.file, values.facts);
  if (values.format === 'json') process.stdout.write(renderJson(config.file, findings));
  else {
    const source = (file: string): SourceText | undefined => sources.find((one) => one.name === file);
    process.stdout.write(
      renderText(findings, { source, color: process.stdout.isTTY && !process.env['NO_COLOR'] }),
    );
    process.stderr.write(`${findings.length === 0 ? '' : '\n'}${config.file}: ${summarize(findings)}\n`);
    const { settings } = checked;
    if (settings !== undefined && !hasErrors(findings)) {
      const left = leftToInstall(settings, values.facts !== undefined);
      process.stderr.write(`left for plan and install to judge: ${left.join(', ')}\n`);
    }
  }
  return hasErrors(findings) ? exitStatus.findings : exitStatus.done;
}

/** With what a profile definition and the machine say to it; the rules about them are loaded only when there is one. */
async function withFiles(
  checked: CheckResult,
  config: string,
  facts: string | undefined,
): Promise<Pick<CheckResult, 'findings' | 'sources'>> {
  if (facts === undefined && checked.asked.profile?.kind !== 'file') return checked;
  const [{ checkOnMachine, checkProfile }, { readPython }] = await Promise.all([
    import('@writ/installer'),
    import('@writ/convert/python'),
  ]);
  const profile = await checkProfile(checked, config, readPython);
  const machine =
    facts === undefined
      ? { findings: [], sources: [] }
      : await checkOnMachine(checked, await factsFrom(facts));
  return {
    findings: [...checked.findings, ...profile.findings, ...machine.findings],
    sources: [...checked.sources, ...profile.sources, ...machine.sources],
  };
}
