import { readPython } from '@writ/convert/python';
import { defined } from '@writ/diagnostics/internal';
import type { MinimumRate, NamedText, PlanRequest } from '@writ/installer';
import { checkConfiguration } from '@writ/installer/check';
import type { OptionValues } from '../command-line/declaration.ts';
import { readArguments } from '../command-line/read-arguments.ts';
import { sizePower } from '../command-line/quantities.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { assertDistinctFiles, type NamedFile } from '../files/distinct-files.ts';
import { parseSecrets, readSecrets } from './secrets.ts';
import { readFacts, readInput } from '../files/read-input.ts';
import { resolveConfigOperand } from '../configuration/operand.ts';
import { readPlanOptions } from '../configuration/plan-options.ts';
import { installCommand, planCommand, type PlanOptions } from './commands.ts';

type Format = OptionValues<PlanOptions>['format'];

export interface PlanArguments {
  readonly request: PlanRequest;
  readonly format: Format;
}

export interface InstallArguments extends PlanArguments {
  readonly yes: boolean;
  readonly wipe: boolean;
  readonly dryRun: boolean;
  readonly resume: boolean;
  readonly rerunCommand: boolean;
  readonly quiet: boolean;
  readonly planSha256?: string;
  readonly minRate?: MinimumRate;
  readonly lock?: NamedText;
  /** The event file, or `-` for standard output. */
  readonly events?: string;
  /** The host of an installation over SSH. */
  readonly ssh?: string;
  /** Whether a file was read from standard input, in which case prompts cannot be answered. */
  readonly stdinTaken: boolean;
}

/** @throws UsageError */
export async function readPlanArguments(argv: readonly string[]): Promise<PlanArguments> {
  const { values, operands } = readArguments(planCommand, argv);
  return { request: await toPlanRequest(values, operands), format: values.format };
}

/** @throws UsageError */
export async function readInstallArguments(argv: readonly string[]): Promise<InstallArguments> {
  const { values, operands } = readArguments(installCommand, argv);
  const digest = values['plan-sha256'];
  if (digest !== undefined && !/^[0-9a-f]{64}$/i.test(digest)) {
    throw new UsageError('invalid --plan-sha256: pass the 64 hexadecimal digits that writ plan prints');
  }
  if (values['rerun-command'] && !values.resume) {
    throw new UsageError('--rerun-command requires --resume');
  }
  if (values.ssh === undefined && (values['ssh-option'].length > 0 || values['ssh-system'] !== undefined))
    throw new UsageError('--ssh-option and --ssh-system require --ssh');
  if (values.lock === '-') throw new UsageError('invalid --lock: pass a file or an https URL');
  const request = await toPlanRequest(values, operands, [
    ...(values.lock === undefined ? [] : [{ option: '--lock', name: values.lock }]),
    ...(values.events === undefined
      ? []
      : [{ option: '--events', name: values.events, written: true } as const]),
  ]);
  return {
    request: { ...request, ...defined({ mirror: values.mirror }) },
    format: values.format,
    yes: values.yes,
    wipe: values.wipe,
    dryRun: values['dry-run'],
    resume: values.resume,
    rerunCommand: values['rerun-command'],
    quiet: values.quiet,
    stdinTaken: [
      operands[0],
      values.creds,
      values.facts,
      ...parseSecrets(values.secret).map(({ file }) => file),
    ].includes('-'),
    ...defined({ planSha256: digest, ssh: values.ssh }),
    ...(values.lock === undefined ? {} : { lock: await readInput(values.lock) }),
    ...parseRate(values['min-rate'], process.env['WRIT_RATE_SECONDS']),
    ...defined({ events: values.events }),
  };
}

async function toPlanRequest(
  values: OptionValues<PlanOptions>,
  operands: readonly string[],
  others: readonly NamedFile[] = [],
): Promise<PlanRequest> {
  const secrets = parseSecrets(values.secret);
  if (secrets.length > 0 && values.creds !== undefined)
    throw new UsageError('pass secrets with either --creds or --secret');
  const name = resolveConfigOperand(operands, [
    values.creds,
    values.facts,
    ...secrets.map(({ file }) => file),
  ]);
  const { seed, target: targets } = values;
  // An unset variable in a script, such as "$DISK", results in an empty target.
  if (targets.includes('')) throw new UsageError('--target is empty');
  const planOptions = readPlanOptions(values);
  const config = await readInput(name);
  await assertDistinctFiles([
    { option: 'CONFIG', name },
    ...(values.creds === undefined ? [] : [{ option: '--creds', name: values.creds }]),
    ...secrets.map(({ file }) => ({ option: '--secret', name: file })),
    ...(values.facts === undefined || values.facts === 'here'
      ? []
      : [{ option: '--facts', name: values.facts }]),
    ...targetFiles(targets, config),
    ...others,
  ]);
  const { creds, facts } = values;
  return {
    config,
    readPython,
    advanced: values.advanced,
    strict: values.strict,
    ...defined({
      creds: creds === undefined ? await readSecrets(secrets) : await readInput(creds),
      facts: facts === undefined ? undefined : await readFacts(facts),
      targets: targets.length === 0 ? undefined : targets,
      seed,
    }),
    ...planOptions,
  };
}

/** Returns the targets from the command line or, without `--target`, from the configuration. */
function targetFiles(targets: readonly string[], config: NamedText): NamedFile[] {
  return targets.length === 0
    ? checkConfiguration({ config }).requested.drives.map(({ item }) => ({
        option: 'harddrives',
        name: item,
        target: true,
      }))
    : targets.map((target) => ({ option: '--target', name: target, target: true }));
}

/**
 * Parses a rate such as `50kB`, `1MB`, `512KiB` or `4096` to bytes per second; kB and MB are decimal, as in advertised
 * bandwidths.
 *
 * @param window seconds over which the rate is measured (default: 60)
 * @throws UsageError
 */
function parseRate(text: string | undefined, window: string | undefined): Pick<InstallArguments, 'minRate'> {
  if (text === undefined && window === undefined) return {};
  const [, digits = '50', unit = 'k', binary] =
    text === undefined ? [] : (/^(\d+(?:\.\d+)?)\s*([kMG]?)(i?)B?$/i.exec(text) ?? ['', '', '', '']);
  const power = sizePower(unit);
  if (digits === '' || power === undefined) {
    throw new UsageError(
      'invalid --min-rate: pass bytes per second, such as 50kB or 1MB; 0 accepts every mirror',
    );
  }
  const seconds = Number(window ?? 60);
  if (!(seconds >= 1 && seconds <= 3600))
    throw new UsageError('invalid WRIT_RATE_SECONDS: use 1 to 3600 seconds');
  return { minRate: { bytes: Math.floor(Number(digits) * (binary ? 1024 : 1000) ** power), seconds } };
}
