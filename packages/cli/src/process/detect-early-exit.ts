import { stackLines } from '@writ/diagnostics/internal';
import { exitStatus } from './exit-status.ts';
import { printMessage } from './standard-error.ts';

/**
 * Imports modules. If one of them ends the process with status 0, which would look like success, reports it and changes
 * the status to 1.
 */
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
  // `process.exit` calls this synchronously, so its caller is on the stack.
  const frames = stackLines(new Error().stack ?? '');
  const call = frames.findIndex((frame) => frame.includes('process.exit '));
  const caller = call === -1 ? undefined : frames[call + 1]?.trim();
  // Node itself ends a worker when the worker's parent process has ended.
  if (caller === undefined || caller.includes('node:')) return;
  process.exitCode = exitStatus.findings;
  printMessage(`a module ended the process with status 0 while it was being loaded\n    ${caller}`);
}
