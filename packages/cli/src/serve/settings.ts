import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { isToken, newToken, tokenRule } from '@writ/service';
import { readArguments } from '../read-arguments.ts';

/** What `writ serve` was started with. */
export interface ServeSettings {
  readonly port: number;
  readonly allowDevices: boolean;
  /** Absolute, as the next. */
  readonly state: string;
  readonly images: string;
  readonly token: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings, or what is wrong with them: everything at once, for people. */
export function readSettings(
  argv: readonly string[],
  environment: Environment,
): ServeSettings | readonly string[] {
  const problems: string[] = [];
  const options = parse(argv, problems);
  const port = portOf(options, environment, problems);
  const token = environment['WRIT_TOKEN'] || newToken();
  // The token itself is not in the message: it may be the right one with a slip of the pen.
  if (!isToken(token)) problems.push(`WRIT_TOKEN has to have ${tokenRule}`);
  if (problems.length > 0) return problems;
  const home = homedir();
  const state =
    environment['WRIT_STATE'] || join(environment['XDG_STATE_HOME'] || join(home, '.local/state'), 'writ');
  const images =
    environment['WRIT_IMAGES'] ||
    join(environment['XDG_DATA_HOME'] || join(home, '.local/share'), 'writ/images');
  return { port, allowDevices: options.allowDevices, state: resolve(state), images: resolve(images), token };
}

function parse(
  argv: readonly string[],
  problems: string[],
): { port: string | undefined; allowDevices: boolean } {
  try {
    const { values } = readArguments({
      args: [...argv],
      options: { port: { type: 'string' }, 'allow-devices': { type: 'boolean', default: false } },
    });
    return { port: values.port, allowDevices: values['allow-devices'] };
  } catch (error) {
    problems.push((error as Error).message);
    return { port: undefined, allowDevices: false };
  }
}

function portOf(options: { port: string | undefined }, environment: Environment, problems: string[]): number {
  const name = options.port === undefined ? 'PORT' : '--port';
  const text = options.port ?? (environment['PORT'] || '7878');
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  problems.push(`${name} is ${JSON.stringify(text)}; a port is a number from 0 (any free one) to 65535`);
  return 0;
}
