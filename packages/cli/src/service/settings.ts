import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { defined } from '@writ/diagnostics/internal';
import { isToken, tokenRule } from '@writ/service';
import type { OptionValues } from '../command-line/declaration.ts';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { serveCommand, serveOptions } from './command.ts';

/** What `writ serve` was started with. */
export interface ServeSettings {
  readonly port: number;
  readonly allowDevices: boolean;
  /** Absolute, as the next. */
  readonly state: string;
  readonly images: string;
  /** That of `WRIT_TOKEN`; the state folder holds it otherwise. */
  readonly token?: string;
  /** Absolute. */
  readonly sealKeyFile?: string;
  /** Whether the token in the state folder is replaced first. */
  readonly newToken: boolean;
  /** Whether a new address of the running service is all that is wanted. */
  readonly link: boolean;
}

type Options = OptionValues<typeof serveOptions>;

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings, or what is wrong with them: everything at once, for people. */
export function readSettings(
  argv: readonly string[],
  environment: Environment,
): ServeSettings | readonly string[] {
  const problems: string[] = [];
  const options = parse(argv, problems);
  const { link, 'new-token': newToken, 'allow-devices': allowDevices } = options;
  const port = readPort(options, environment, problems);
  const token = environment['WRIT_TOKEN'] || undefined;
  // The token itself is not in the message: it may be the right one with a slip of the pen.
  if (token !== undefined && !isToken(token)) problems.push(`WRIT_TOKEN has to have ${tokenRule}`);
  if (token !== undefined && newToken) {
    problems.push(
      '--new-token replaces the token of the state folder, but WRIT_TOKEN gives one: leave out either',
    );
  }
  if (link && (newToken || allowDevices || options.port !== undefined)) {
    problems.push('--link prints an address of the service that runs: write it without other options');
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
    ...defined({ token }),
    ...(sealKeyFile === undefined ? {} : { sealKeyFile: resolve(sealKeyFile) }),
  };
}

function parse(argv: readonly string[], problems: string[]): Options {
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
  problems.push(`${name} is ${JSON.stringify(text)}; a port is a number from 0 (any free one) to 65535`);
  return 0;
}
