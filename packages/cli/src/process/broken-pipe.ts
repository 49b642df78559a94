import { exitStatus } from './exit-status.ts';
import { printMessage } from './standard-error.ts';

let ignoresBrokenPipe = false;

/**
 * Makes the process exit without a message when the reader has closed the output (`writ schema | head`), and with
 * status 2 after any other error, such as a full disk. An error of standard output is printed on standard error.
 */
export function exitOnBrokenPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (ignoresBrokenPipe) return;
      if (error.code === 'EPIPE') process.exit(process.exitCode ?? exitStatus.done);
      if (stream === process.stdout) printMessage(`cannot write the output: ${error.message}`);
      process.exit(exitStatus.usage);
    });
  }
}

/** Lets the command continue, with its own exit status, even if its output can no longer be written. */
export function ignoreBrokenPipe(): void {
  ignoresBrokenPipe = true;
}
