/**
 * Runs commands that end by themselves one after the other in one process, because most of the time of a command with a
 * process of its own is spent on loading modules. A command that ends the process has the same output and status as in a
 * process of its own; the next command starts another process.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { CommandRequest } from './command-process.ts';

const program = fileURLToPath(new URL('command-process.ts', import.meta.url));
const LIMIT = 120_000;

export interface ExitedCommand {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface SharedCommandOptions {
  /** Variables that replace those of this process; those that are undefined are removed. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Standard input (default: empty). */
  readonly input?: string | Uint8Array;
}

let child: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();
let count = 0;

/**
 * Runs `writ` in a folder. Modules of the folder must not have changed since an earlier command loaded them; for this,
 * use a process of its own.
 */
export function runShared(
  directory: string,
  argv: readonly string[],
  { env, input = '' }: SharedCommandOptions = {},
): Promise<ExitedCommand> {
  const result = last.then(() =>
    runNext({
      directory,
      argv,
      env: { ...process.env, ...env },
      input,
      mark: `\0end of command ${(count += 1)}\n`,
    }),
  );
  last = result.catch(() => {});
  return result;
}

async function runNext(request: CommandRequest): Promise<ExitedCommand> {
  const running = (child ??= launch());
  const ended = new AbortController();
  const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(LIMIT)]);
  const outputs = Promise.all([
    readUntil(running.stdout!, request.mark, signal),
    readUntil(running.stderr!, request.mark, signal),
  ]);
  const closed = once(running, 'close', { signal }).then(([status]) => status as number | null);
  const answered = once(running, 'message', { signal }).then(([status]) => status as number);
  try {
    running.send(request);
    const status = await Promise.race([answered, closed]);
    const [stdout, stderr] = await outputs;
    return { status, stdout, stderr };
  } catch (error) {
    running.kill('SIGKILL');
    throw new Error(`writ ${request.argv.join(' ')} does not end: ${String(error)}`, { cause: error });
  } finally {
    ended.abort();
    for (const promise of [closed, answered]) promise.catch(() => {});
  }
}

function launch(): ChildProcess {
  const launched = fork(program, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
    execArgv: [],
  });
  for (const stream of [launched.stdout!, launched.stderr!]) stream.setEncoding('utf8');
  launched.once('exit', () => (child = undefined));
  // It ends with this process.
  launched.unref();
  launched.channel!.unref();
  return launched;
}

/** Reads the output up to the mark, or to its end. */
async function readUntil(stream: Readable, mark: string, signal: AbortSignal): Promise<string> {
  let text = '';
  const { promise, resolve } = Promise.withResolvers<void>();
  const onData = (chunk: string): void => {
    text += chunk;
    if (text.endsWith(mark)) resolve();
  };
  stream.on('data', onData).once('close', resolve);
  signal.addEventListener('abort', () => resolve());
  await promise;
  stream.off('data', onData).off('close', resolve);
  return text.endsWith(mark) ? text.slice(0, -mark.length) : text;
}
