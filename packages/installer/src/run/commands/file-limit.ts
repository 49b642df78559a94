import type { RunContext } from '../context.ts';

/** Of the shell's `ulimit`, as POSIX has it. */
const BLOCK = 512;
const LIMITED = 'ulimit -c 0 && ulimit -f "$1" && shift && exec "$@"';

/**
 * The same run, in which no command writes a larger file: the kernel ends it (SIGXFSZ), however fast it writes.
 *
 * @param bytes of one file, rounded up to 512
 */
export function withFileLimit(context: RunContext, bytes: number): RunContext {
  const limited = ['sh', '-c', LIMITED, 'writ', String(Math.ceil(bytes / BLOCK))];
  return { ...context, sandbox: (around, argv) => context.sandbox(around, [...limited, ...argv]) };
}
