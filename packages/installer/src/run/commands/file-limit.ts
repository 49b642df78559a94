import type { RunContext } from '../context.ts';

/** Unit of the shell's `ulimit`, by POSIX. */
const BLOCK = 512;
const LIMITED = 'ulimit -c 0 && ulimit -f "$1" && shift && exec "$@"';

/**
 * Limits the size of files that commands may write: the kernel ends a command that exceeds it (SIGXFSZ), however fast
 * it writes.
 *
 * @param bytes limit per file, rounded up to 512
 */
export function withFileLimit(context: RunContext, bytes: number): RunContext {
  const limited = ['sh', '-c', LIMITED, 'writ', String(Math.ceil(bytes / BLOCK))];
  return { ...context, sandbox: (around, argv) => context.sandbox(around, [...limited, ...argv]) };
}
