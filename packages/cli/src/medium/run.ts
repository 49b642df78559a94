import { basename, dirname, join } from 'node:path';
import { hasErrors, renderText, summarize, type SourceText } from '@writ/diagnostics';
import { checkConfiguration } from '@writ/installer/check';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { readInput } from '../files/read-input.ts';
import { exitStatus } from '../process/exit-status.ts';
import { printMessage, writeStandardError } from '../process/standard-error.ts';
import { mediumCommand } from './command.ts';
import {
  decideInstallation,
  DRIVE_LABEL,
  isUnattended,
  labelledDevices,
  locateConfiguration,
  type Location,
} from './decide.ts';
import { thisHost, type MediumHost } from './host.ts';
import { replacedKeys } from './replaced-keys.ts';
import { parseKernelLine, type MediumSettings } from './kernel-line.ts';

/** Number of attempts to find the drive with the configuration: USB drives appear a few seconds after the start. */
const SEARCHES = 30;

/** `writ medium`: installs as the kernel command line of the installation medium specifies, or asks. */
export async function run(argv: readonly string[]): Promise<number> {
  readArguments(mediumCommand, argv);
  if (!thisHost.fileExists(join(thisHost.mediumFolder, 'writ/system.squashfs')))
    throw new UsageError('this system was not started from the installation medium');
  return runMedium(thisHost);
}

/** Runs the installation of a machine that was started from the medium. Reports everything on the console. */
export async function runMedium(host: MediumHost): Promise<number> {
  const { settings, problems } = parseKernelLine(await host.readKernelLine());
  if (problems.length > 0) return refuse(problems);
  if (settings.server !== undefined) return runAgent(host, settings.server);
  const location = locateConfiguration(settings, await findDrives(host, settings));
  if (location.kind === 'refused') return refuse(location.problems);
  if (location.kind === 'none') return ask(host, settings);
  const unattended = isUnattended(settings);
  if ((unattended || location.kind === 'url') && !(await host.waitForNetwork()))
    printMessage('no wired network has an address yet: connect a cable to a network with DHCP', SENDER);
  let files: Files;
  try {
    files = await fetchFiles(host, location, settings);
  } catch (error) {
    if (error instanceof UsageError) return refuse([error.message]);
    throw error;
  }
  const { config, creds } = files;
  // Includes the drive that is now mounted, and disks that have appeared since.
  const facts = await host.readFacts();
  const credentials = creds === undefined ? undefined : await readInput(creds);
  // The credentials may replace any key, including the drives.
  const { requested, findings, sources } = checkConfiguration({
    config: await readInput(config),
    ...(credentials === undefined ? {} : { creds: credentials }),
    advanced: true,
  });
  if (hasErrors(findings)) {
    const source = (name: string): SourceText | undefined => sources.find((one) => one.name === name);
    writeStandardError(`${renderText(findings, { source, color: false })}\n`);
    refuse([`${config} cannot be installed: ${summarize(findings)}`]);
    return exitStatus.findings;
  }
  // Without the digest of the plan, only that of the configuration determines what is installed.
  if (credentials !== undefined && settings.configSha256 !== undefined && settings.planSha256 === undefined) {
    const replaced = replacedKeys(credentials.text);
    if (replaced === undefined) return refuse([`${creds} is not valid JSON`]);
    if (replaced.length > 0)
      return refuse([
        `${creds} contains ${replaced.join(', ')}, but writ.config-sha256 specifies the configuration: move the keys there, or write writ.plan-sha256=`,
      ]);
  }
  const decision = decideInstallation(
    settings,
    requested.drives.map(({ item }) => item),
    facts,
  );
  if (decision.kind === 'refused') return refuse(decision.problems);
  const install = [config, ...(creds === undefined ? [] : ['--creds', creds]), '--advanced'];
  printMessage(`installing ${config}${decision.kind === 'ask' ? '' : ' without questions'}`, SENDER);
  const status = await host.install([...install, ...(decision.kind === 'install' ? decision.consent : [])]);
  if (status !== exitStatus.done) {
    const isResumable = status === exitStatus.failed || status === exitStatus.interrupted;
    const command = ['writ install', ...install, ...(isResumable ? ['--resume'] : [])].join(' ');
    printMessage(
      `not installed, status ${status}; to ${isResumable ? 'continue' : 'try again'}: ${command}`,
      SENDER,
    );
    return status;
  }
  return end(host, settings.ending ?? (unattended ? 'poweroff' : undefined));
}

const SENDER = 'writ medium';

/**
 * Runs the agent of an install service. Its token and, if there is one, its certificate are on the medium in the folder
 * `agent`, or on the drive with the label.
 */
async function runAgent(host: MediumHost, server: string): Promise<number> {
  const folder = join(host.mediumFolder, 'agent');
  const files = host.fileExists(join(folder, 'token')) ? folder : await openAgentDrive(host);
  if (Array.isArray(files)) return refuse(files);
  if (!(await host.waitForNetwork()))
    printMessage('no wired network has an address yet: connect a cable to a network with DHCP', SENDER);
  const ca = join(files, 'ca.pem');
  return host.agent([
    '--server',
    server,
    '--token-file',
    join(files, 'token'),
    ...(host.fileExists(ca) ? ['--ca-file', ca] : []),
  ]);
}

/** Returns the folder of the drive with the token, or why there is none. */
async function openAgentDrive(host: MediumHost): Promise<string | string[]> {
  for (let search = 1; search <= SEARCHES; search += 1) {
    const devices = labelledDevices(await host.readFacts());
    if (devices.length > 1)
      return [`${devices.join(' and ')} have the label ${DRIVE_LABEL}: remove all but one`];
    const [device] = devices;
    if (device !== undefined) {
      const folder = await host.mountDrive(device);
      return host.fileExists(join(folder, 'token'))
        ? folder
        : [`${device} has the label ${DRIVE_LABEL}, but no file token with a one-time token of the service`];
    }
    await host.pause();
  }
  return [`there is no token: connect a drive with the label ${DRIVE_LABEL} and the file token`];
}

/** Returns the facts of the machine, after the drive with the configuration has appeared, if one is expected. */
async function findDrives(host: MediumHost, settings: MediumSettings): ReturnType<MediumHost['readFacts']> {
  const expectsDrive = isUnattended(settings) && settings.config === undefined;
  for (let search = 1; ; search += 1) {
    const facts = await host.readFacts();
    if (!expectsDrive || labelledDevices(facts).length > 0 || search === SEARCHES) return facts;
    await host.pause();
  }
}

interface Files {
  readonly config: string;
  readonly creds: string | undefined;
}

/**
 * Makes the configuration available as a file. The credentials are in creds.json: in the same folder or, if the
 * configuration is from a URL, on the drive with the label.
 *
 * @throws UsageError
 */
async function fetchFiles(
  host: MediumHost,
  location: Exclude<Location, { kind: 'none' | 'refused' }>,
  { configSha256 }: MediumSettings,
): Promise<Files> {
  const folder = await openFolder(host, location);
  const existing = (name: string): string | undefined => {
    const file = folder === undefined ? undefined : join(folder, name);
    return file !== undefined && host.fileExists(file) ? file : undefined;
  };
  const creds = existing('creds.json');
  if (location.kind === 'url') {
    // The parser of the kernel command line requires the digest of a configuration from a URL.
    return { config: await host.download(location.url, configSha256 ?? ''), creds };
  }
  const name = location.kind === 'medium' ? basename(location.path) : 'config.json';
  const config = existing(name);
  if (config === undefined)
    throw new UsageError(
      location.kind === 'medium'
        ? `the medium has no file ${location.path}: correct writ.config`
        : `${location.device} has the label ${DRIVE_LABEL}, but no file config.json`,
    );
  const digest = configSha256 === undefined ? undefined : await host.digestOf(config);
  if (digest !== configSha256)
    throw new UsageError(`${config} has the SHA-256 digest ${digest}, not the one in writ.config-sha256`);
  return { config, creds };
}

/** Returns the folder of the configuration and its credentials, if there is one. */
async function openFolder(host: MediumHost, location: Location): Promise<string | undefined> {
  if (location.kind === 'medium') return join(host.mediumFolder, dirname(location.path));
  if (location.kind !== 'url' && location.kind !== 'drive') return undefined;
  return location.device === undefined ? undefined : host.mountDrive(location.device);
}

/** Asks the questions of `writ init`. */
async function ask(host: MediumHost, { ending }: MediumSettings): Promise<number> {
  printMessage('there is no configuration, so the questions follow', SENDER);
  const { status, isInstalled } = await host.init();
  return isInstalled && status === exitStatus.done ? end(host, ending) : status;
}

function refuse(problems: readonly string[]): number {
  for (const problem of problems) printMessage(problem, SENDER);
  printMessage(
    'nothing was written; change the kernel command line in the boot menu with e, or use the shell',
    SENDER,
  );
  return exitStatus.refused;
}

async function end(host: MediumHost, ending: MediumSettings['ending']): Promise<number> {
  if (ending === undefined) {
    printMessage('installed; remove the medium, then run reboot', SENDER);
    return exitStatus.done;
  }
  printMessage(`installed; next: ${ending}`, SENDER);
  await host.end(ending);
  return exitStatus.done;
}
