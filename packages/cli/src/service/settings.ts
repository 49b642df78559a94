import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { defined } from '@writ/diagnostics/internal';
import { isToken, tokenRule } from '@writ/service';
import type { OptionValues } from '../command-line/declaration.ts';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { serveCommand, serveOptions } from './command.ts';

/** Settings of `writ serve` from options and environment. */
export interface ServeSettings {
  readonly port: number;
  readonly allowDevices: boolean;
  /** Absolute path of the state folder. */
  readonly state: string;
  /** Absolute path of the images folder. */
  readonly images: string;
  /** The token from `WRIT_TOKEN`; default: the token in the state folder. */
  readonly token?: string;
  /** The token for `/metrics` from `WRIT_METRICS_TOKEN`; without it, the service has no metrics. */
  readonly metricsToken?: string;
  /** Absolute path of the key file. */
  readonly sealKeyFile?: string;
  /** Whether to replace the token in the state folder first. */
  readonly newToken: boolean;
  /** Whether to only print a new address of the running service. */
  readonly link: boolean;
}

type Options = OptionValues<typeof serveOptions>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings; returns all usage errors together if there are any. */
export function readSettings(
  argv: readonly string[],
  environment: Environment,
): ServeSettings | readonly string[] {
  const problems: string[] = [];
  const options = parseOptions(argv, problems);
  const { link, 'new-token': newToken, 'allow-devices': allowDevices } = options;
  const port = readPort(options, environment, problems);
  const token = environment['WRIT_TOKEN'] || undefined;
  // The message does not contain the token, which may be almost correct.
  if (token !== undefined && !isToken(token)) problems.push(`invalid WRIT_TOKEN: use ${tokenRule}`);
  const metricsToken = environment['WRIT_METRICS_TOKEN'] || undefined;
  if (metricsToken !== undefined && (!isToken(metricsToken) || metricsToken === token)) {
    problems.push(`invalid WRIT_METRICS_TOKEN: use ${tokenRule}, and not the value of WRIT_TOKEN`);
  }
  if (token !== undefined && newToken) {
    problems.push(
      '--new-token replaces the token in the state folder, which WRIT_TOKEN overrides: use only one of them',
    );
  }
  if (link && (newToken || allowDevices || options.port !== undefined)) {
    problems.push('--link cannot be combined with other options');
  }
  if (problems.length > 0) return problems;
  const sealKeyFile = environment['WRIT_SEAL_KEY_FILE'] || undefined;
  const home = homedir();
  const state =
    environment['WRIT_STATE'] || join(environment['XDG_STATE_HOME'] || join(home, '.local/state'), 'writ');
  const images =
    environment['WRIT_IMAGES'] ||
    join(environment['XDG_DATA_HOME'] || join(home, '.local/share'), 'writ/images');
  return {
    port,
    allowDevices,
    state: resolve(state),
    images: resolve(images),
    newToken,
    link,
    ...defined({ token, metricsToken }),
    ...(sealKeyFile === undefined ? {} : { sealKeyFile: resolve(sealKeyFile) }),
  };
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

function readPort(options: Options, environment: Environment, problems: string[]): number {
  const { variable, otherwise } = serveOptions.port;
  const name = options.port === undefined ? variable : '--port';
  const text = options.port ?? (environment[variable] || otherwise);
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  problems.push(`invalid ${name} ${JSON.stringify(text)}: use a number from 0 (any free port) to 65535`);
  return 0;
}
