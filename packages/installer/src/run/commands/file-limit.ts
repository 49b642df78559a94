import type { RunContext } from '../context.ts';

/** Unit of `ulimit -f` in a POSIX shell, in bytes. */
const BLOCK = 512;
const LIMITED = 'ulimit -c 0 && ulimit -f "$1" && shift && exec "$@"';

/**
 * Returns a context that limits the size of each file that commands write. The kernel kills a command that exceeds
 * the limit (SIGXFSZ), however fast it writes.
 *
 * @param bytes limit for each file, rounded up to a multiple of 512
 */
export function withFileLimit(context: RunContext, bytes: number): RunContext {
  const limited = ['sh', '-c', LIMITED, 'writ', String(Math.ceil(bytes / BLOCK))];
  return { ...context, sandbox: (around, argv) => context.sandbox(around, [...limited, ...argv]) };
}
