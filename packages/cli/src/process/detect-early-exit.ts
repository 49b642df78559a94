import { stackLines } from '@writ/diagnostics/internal';
import { exitStatus } from './exit-status.ts';

/** Tells of a module that ends the process while it is imported, which would look like a command that is done. */
export async function detectEarlyExit<T>(load: () => Promise<T>): Promise<T> {
  process.on('exit', reportEarlyExit);
  try {
    return await load();
  } finally {
    process.off('exit', reportEarlyExit);
  }
}

function reportEarlyExit(status: number): void {
  if (status !== exitStatus.done) return;
  // `process.exit` calls this at once, so who called it stands on the stack.
  const frames = stackLines(new Error().stack ?? '');
  const call = frames.findIndex((frame) => frame.includes('process.exit '));
  const caller = call === -1 ? undefined : frames[call + 1]?.trim();
  // Node ends a worker by itself when the process that started it is gone.
  if (caller === undefined || caller.includes('node:')) return;
  process.exitCode = exitStatus.findings;
  process.stderr.write(
    `writ: a module ended the process while it was loaded, with status 0\n    ${caller}\n`,
  );
}
