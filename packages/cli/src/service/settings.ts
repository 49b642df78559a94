import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { defined } from '@writ/diagnostics/internal';
import { hostRule, isHost, isToken, readHost, tokenRule } from '@writ/service';
import type { OptionValues } from '../command-line/declaration.ts';
import { readArguments } from '../command-line/read-arguments.ts';
import { parseSize, readDuration } from '../command-line/quantities.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { serveCommand, serveOptions } from './command.ts';
import { readNetboot, readSocketAddress, type NetbootSettings, type SocketAddress } from './netboot.ts';
import { readNetworkSettings, type NetworkSettings } from './network-settings.ts';
import { readSecretVariable } from './secret-variables.ts';
import { readTlsContent, TlsUnusable } from './tls-files.ts';

/** Settings of `writ serve` from options and environment. */
export interface ServeSettings {
  readonly network: NetworkSettings;
  readonly allowDevices: boolean;
  /** Absolute path of the state folder. */
  readonly state: string;
  /** Absolute path of the images folder. */
  readonly images: string;
  /** The address of a PostgreSQL database from `WRIT_DATABASE_URL`; default: SQLite in the state folder. */
  readonly databaseUrl?: string;
  /** The token from `WRIT_TOKEN`; default: the token in the state folder. */
  readonly token?: string;
  /** The token for `/metrics` from `WRIT_METRICS_TOKEN`; without it, the service has no metrics. */
  readonly metricsToken?: string;
  /** Absolute path of the file in `WRIT_SEAL_KEY_FILE`, with the key that encrypts stored secrets. */
  readonly sealKeyFile?: string;
  /** Absolute path of the file in `WRIT_WEBHOOKS_FILE`, with the receivers of webhooks. */
  readonly webhooksFile?: string;
  /** The name of this machine, whose workers run the installations; default: the service runs them itself. */
  readonly workersOf?: string;
  /** Whether to build and serve the demonstration mirror. */
  readonly demonstration: boolean;
  /** Limits for the virtual machines that boot images: memory in MiB, duration in milliseconds. */
  readonly machine: { readonly memory?: number; readonly duration?: number };
  /** The network boot service; default: none. */
  readonly netboot?: NetbootSettings;
  /** Where packets that wake machines are sent; default: the broadcast address, port 9. */
  readonly wakeAddress?: SocketAddress;
  /** Whether to replace the token in the state folder first. */
  readonly newToken: boolean;
  /** Milliseconds for which a running installation may end before it is interrupted. */
  readonly drain: number;
  /** Whether messages are JSON, and requests are logged. */
  readonly logsJson: boolean;
  /** Whether to only print a new address for the running service. */
  readonly link: boolean;
}

type Options = OptionValues<(typeof serveCommand)['options']>;

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings; returns all usage errors together if there are any. */
export function readSettings(
  argv: readonly string[],
  environment: Environment,
): ServeSettings | readonly string[] {
  const problems: string[] = [];
  const options = parseOptions(argv, problems);
  const { link, 'new-token': newToken, 'allow-devices': allowDevices } = options;
  const network = readNetwork(options, environment, problems);
  const token = readSecretVariable(environment, 'WRIT_TOKEN', problems);
  // The message does not contain the token, which may be almost correct.
  if (token !== undefined && !isToken(token)) problems.push(`invalid WRIT_TOKEN: use ${tokenRule}`);
  const metricsToken = readSecretVariable(environment, 'WRIT_METRICS_TOKEN', problems);
  if (metricsToken !== undefined && (!isToken(metricsToken) || metricsToken === token)) {
    problems.push(`invalid WRIT_METRICS_TOKEN: use ${tokenRule}, and not the value of WRIT_TOKEN`);
  }
  if (token !== undefined && newToken) {
    problems.push(
      '--new-token replaces the token in the state folder, which WRIT_TOKEN overrides: use only one of them',
    );
  }
  const databaseUrl = readDatabaseUrl(environment, problems);
  if (link && argv.length > 1) problems.push('--link cannot be combined with other options');
  if (options.workers && databaseUrl === undefined) {
    problems.push('--workers requires a PostgreSQL database: set WRIT_DATABASE_URL to its address');
  }
  if (!options.workers && options.host !== undefined) problems.push('--host requires --workers');
  const workersOf = options.workers ? readHostName(options.host, problems) : undefined;
  const machine = readMachineLimits(options, problems);
  const netboot = readNetboot(options, problems);
  const wake = options['wake-address'];
  const wakeAddress = wake === undefined ? undefined : readSocketAddress('--wake-address', wake, problems);
  const drain = readDuration('--drain', options.drain, problems) ?? 0;
  if (problems.length > 0) return [...problems, ...findTlsProblems(network)];
  const sealKeyFile = environment['WRIT_SEAL_KEY_FILE'] || undefined;
  const webhooksFile = environment['WRIT_WEBHOOKS_FILE'] || undefined;
  return {
    network,
    allowDevices,
    state: readStateFolder(environment),
    images: readImagesFolder(environment),
    newToken,
    link,
    drain,
    logsJson: options['log-format'] === 'json',
    demonstration: !options.workers && !options['no-demonstration'],
    machine,
    ...defined({ databaseUrl, token, metricsToken, workersOf, netboot, wakeAddress }),
    ...(sealKeyFile === undefined ? {} : { sealKeyFile: resolve(sealKeyFile) }),
    ...(webhooksFile === undefined ? {} : { webhooksFile: resolve(webhooksFile) }),
  };
}

/** Checks the files of the certificate, so that they are reported together with other problems. */
function findTlsProblems({ tls }: NetworkSettings): readonly string[] {
  if (tls === undefined) return [];
  try {
    readTlsContent(tls);
    return [];
  } catch (error) {
    if (!(error instanceof TlsUnusable)) throw error;
    return [error.message];
  }
}

/** Returns the absolute path of the state folder. */
export function readStateFolder(environment: Environment): string {
  const state =
    environment['WRIT_STATE'] ||
    join(environment['XDG_STATE_HOME'] || join(homedir(), '.local/state'), 'writ');
  return resolve(state);
}

/** Returns the absolute path of the images folder. */
export function readImagesFolder(environment: Environment): string {
  const images =
    environment['WRIT_IMAGES'] ||
    join(environment['XDG_DATA_HOME'] || join(homedir(), '.local/share'), 'writ/images');
  return resolve(images);
}

/**
 * Returns the address of a PostgreSQL database in a variable such as `WRIT_DATABASE_URL`, or in the file in
 * `WRIT_DATABASE_URL_FILE`; undefined if neither is set. Adds usage errors to `problems`; they do not contain the address,
 * which may contain a password.
 */
export function readDatabaseUrl(
  environment: Environment,
  problems: string[],
  name: 'WRIT_DATABASE_URL' | 'WRIT_MIGRATION_URL' = 'WRIT_DATABASE_URL',
): string | undefined {
  const url = readSecretVariable(environment, name, problems);
  if (url !== undefined && !/^postgres(?:ql)?:\/\//.test(url)) {
    problems.push(
      `invalid ${name}: use the address of a PostgreSQL database, such as postgres://user@host/database`,
    );
  }
  return url;
}

/** Reads the name of this machine. */
export function readHostName(option: string | undefined, problems: string[]): string {
  const host = option ?? readHost();
  if (host === undefined) problems.push('this machine has no /etc/machine-id: pass a name with --host');
  else if (!isHost(host)) problems.push(`invalid --host: use ${hostRule}`);
  return host ?? '';
}

function parseOptions(argv: readonly string[], problems: string[]): Options {
  try {
    return readArguments(serveCommand, argv).values;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    problems.push(error.message);
    return readArguments(serveCommand, []).values;
  }
}

const MIB = 1024 ** 2;
/** Limits for the memory of a virtual machine, in MiB. */
const LEAST_MEMORY = 128;
const MOST_MEMORY = 64 * 1024;

function readMachineLimits(options: Options, problems: string[]): ServeSettings['machine'] {
  const { 'machine-memory': size, 'machine-limit': time } = options;
  const memory = size === undefined ? undefined : Math.floor((parseSize(size) ?? 0) / MIB);
  if (memory !== undefined && (memory < LEAST_MEMORY || memory > MOST_MEMORY))
    problems.push('invalid --machine-memory: pass a size from 128M to 64G');
  return defined({ memory, duration: readDuration('--machine-limit', time, problems) });
}

function readNetwork(options: Options, environment: Environment, problems: string[]): NetworkSettings {
  if (options.listen !== undefined && options.port !== undefined)
    problems.push('--listen contains the port: use only one of --listen and --port');
  const port = options.listen === undefined ? readPort(options, environment, problems) : 0;
  return readNetworkSettings(options, port, problems, options['agent-url']);
}

function readPort(options: Options, environment: Environment, problems: string[]): number {
  const { variable, otherwise } = serveOptions.port;
  const name = options.port === undefined ? variable : '--port';
  const text = options.port ?? (environment[variable] || otherwise);
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  problems.push(`invalid ${name} ${JSON.stringify(text)}: use a number from 0 (any free port) to 65535`);
  return 0;
}
