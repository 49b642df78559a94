import { hasErrors, renderJson, renderText, summarize, type SourceText } from '@writ/diagnostics';
import { checkConfiguration, leftToInstall, type CheckResult } from '@writ/installer/check';
import { exitStatus } from '../process/exit-status.ts';
import { readFacts, readInput } from '../files/read-input.ts';
import { readArguments } from '../command-line/read-arguments.ts';
import { resolveConfigOperand } from '../configuration/operand.ts';
import { checkCommand } from './command.ts';
import { printMessage, writeStandardError } from '../process/standard-error.ts';

/** `writ check`: lists all findings of a configuration without writing files. */
export async function run(argv: readonly string[]): Promise<number> {
  const { values, operands } = readArguments(checkCommand, argv);
  const name = resolveConfigOperand(operands, [values.creds, values.facts]);
  const config = await readInput(name);
  const checked = checkConfiguration({
    config,
    ...(values.creds === undefined ? {} : { creds: await readInput(values.creds) }),
    advanced: values.advanced,
    strict: values.strict,
  });
  const { findings, sources } = await withProfileAndMachine(checked, config.file, values.facts);
  if (values.format === 'json') process.stdout.write(renderJson(config.file, findings));
  else {
    const findSource = (file: string): SourceText | undefined => sources.find((one) => one.name === file);
    process.stdout.write(
      renderText(findings, { source: findSource, color: process.stdout.isTTY && !process.env['NO_COLOR'] }),
    );
    if (findings.length > 0) writeStandardError('\n');
    printMessage(summarize(findings), config.file);
    const { settings } = checked;
    if (settings !== undefined && !hasErrors(findings)) {
      const { plan, install } = leftToInstall(settings, values.facts !== undefined);
      if (plan.length > 0) printMessage(plan.join(', '), 'checked only by plan and install');
      printMessage(install.join(', '), 'checked only by install');
    }
  }
  return hasErrors(findings) ? exitStatus.findings : exitStatus.done;
}

/**
 * Adds the findings about the profile definition and the machine. The code of these checks is loaded only if needed.
 */
async function withProfileAndMachine(
  checked: CheckResult,
  config: string,
  facts: string | undefined,
): Promise<Pick<CheckResult, 'findings' | 'sources'>> {
  if (facts === undefined && checked.requested.profile?.kind !== 'file') return checked;
  const [{ checkOnMachine, checkProfile }, { readPython }] = await Promise.all([
    import('@writ/installer'),
    import('@writ/convert/python'),
  ]);
  const profile = await checkProfile(checked, config, readPython);
  const machine =
    facts === undefined
      ? { findings: [], sources: [] }
      : await checkOnMachine(checked, await readFacts(facts));
  return {
    findings: [...checked.findings, ...profile.findings, ...machine.findings],
    sources: [...checked.sources, ...profile.sources, ...machine.sources],
  };
}
