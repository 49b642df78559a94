/**
 * Runs commands in shared processes. A command that ends the process has the same output and status as in a process of
 * its own.
 */
import { fileURLToPath } from 'node:url';
import { createMark, SharedProcess, type Exited } from '../../../scripts/processes/shared-process.ts';
import type { CommandMessage, CommandRequest } from './command-process.ts';

const program = fileURLToPath(new URL('command-process.ts', import.meta.url));
const LIMIT = 120_000;

export type ExitedCommand = Exited;

export interface SharedCommandOptions {
  /** Variables that replace those of this process; those that are undefined are removed. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Standard input (default: empty). */
  readonly input?: string | Uint8Array;
}

/** A command that serves requests until it is stopped. */
export interface ServingCommand {
  /** The address that it printed. */
  readonly url: string;
  /** The output so far. */
  readonly output: () => Pick<ExitedCommand, 'stdout' | 'stderr'>;
  /** Sends SIGTERM, and waits until the command ends. */
  readonly stop: () => Promise<ExitedCommand>;
}

const commands = new SharedProcess<CommandRequest>(program);
const servers = new SharedProcess<CommandRequest>(program);

function createRequest(
  directory: string,
  argv: readonly string[],
  { env, input = '' }: SharedCommandOptions = {},
): CommandRequest {
  return { directory, argv, env: { ...process.env, ...env }, input, mark: createMark() };
}

/**
 * Runs a command that ends by itself. Modules of the folder must not have changed since an earlier command loaded them;
 * for this, use a separate process.
 */
export function runShared(
  directory: string,
  argv: readonly string[],
  options?: SharedCommandOptions,
): Promise<ExitedCommand> {
  return commands.run(createRequest(directory, argv, options), () => AbortSignal.timeout(LIMIT));
}

/**
 * Starts a command that serves until a signal, and waits until it prints its address. The caller stops it. One such
 * command runs at a time, in another process than those of `runShared`, which can therefore run at the same time.
 */
export async function serveShared(
  directory: string,
  argv: readonly string[],
  options?: SharedCommandOptions,
): Promise<ServingCommand> {
  const limit = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const limitWait = (): AbortSignal => {
    timer = setTimeout(() => limit.abort(), LIMIT);
    return limit.signal;
  };
  const output = { stdout: '', stderr: '' };
  const address = Promise.withResolvers<string>();
  const ended = servers.run(createRequest(directory, argv, options), limitWait, (stream, text) => {
    output[stream] += text;
    const [, url] = /(https?:\/\/\S+)\s/.exec(output.stdout + output.stderr) ?? [];
    if (url !== undefined) address.resolve(url);
  });
  ended.then(
    ({ status, stderr }) =>
      address.reject(new Error(`writ ${argv.join(' ')} ended with ${status}: ${stderr}`)),
    address.reject,
  );
  const url = await address.promise.finally(() => clearTimeout(timer));
  const stop = (): Promise<ExitedCommand> => {
    limitWait();
    servers.send('SIGTERM' satisfies CommandMessage);
    return ended.finally(() => clearTimeout(timer));
  };
  return { url, output: () => ({ ...output }), stop };
}
