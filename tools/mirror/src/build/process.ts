import { spawn, type ChildProcess } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { searchPath } from '../tools.ts';

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Time limit for a program in milliseconds, sufficient for a download over a slow connection. */
const LIMIT = 20 * 60_000;

/**
 * Runs a program and returns its standard output.
 *
 * @throws Error if it cannot be started or is aborted, or, with the end of its standard error, if its status is not 0
 */
export async function run(argv: readonly string[], options: RunOptions = {}): Promise<string> {
  const child = start(argv, ['ignore', 'pipe', 'pipe'], options);
  const [output] = await Promise.all([text(child.stdout!), ended(argv, child)]);
  return output;
}

/**
 * Runs two programs connected by a pipe.
 *
 * @throws Error like {@link run}; if both fail, that of the reading program
 */
export async function pipe(
  from: readonly string[],
  into: readonly string[],
  options: RunOptions = {},
): Promise<void> {
  const writer = start(from, ['ignore', 'pipe', 'pipe'], options);
  const reader = start(into, [writer.stdout!, 'ignore', 'pipe'], options);
  // Otherwise, this process would hold the pipe open after the reader has exited.
  writer.stdout!.destroy();
  // Wait for both programs before cleaning up.
  const ends = await Promise.allSettled([ended(from, writer), ended(into, reader)]);
  for (const end of ends.toReversed()) if (end.status === 'rejected') throw end.reason;
}

function start(
  [program = '', ...rest]: readonly string[],
  stdio: NonNullable<Parameters<typeof spawn>[2]>['stdio'] & object,
  { cwd, env, signal }: RunOptions,
): ChildProcess {
  const limit = AbortSignal.timeout(LIMIT);
  return spawn(program, rest, {
    stdio,
    ...(cwd !== undefined && { cwd }),
    env: { PATH: searchPath(), HOME: '/nonexistent', LC_ALL: 'C', ...env },
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    killSignal: 'SIGKILL',
  });
}

async function ended(argv: readonly string[], child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.once('error', reject);
  child.once('close', (code, signal) =>
    resolve(code === null ? `was killed by ${signal}` : `exited with status ${code}`),
  );
  const [how, complaints] = await Promise.all([promise, text(child.stderr!)]);
  if (how === 'exited with status 0') return;
  const tail = complaints.trim().split('\n').slice(-5).join('; ');
  throw new Error(`${argv.slice(0, 3).join(' ')} ${how}${tail === '' ? '' : `: ${tail}`}`);
}
