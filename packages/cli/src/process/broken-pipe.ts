import { exitStatus } from './exit-status.ts';

let ignoresBrokenPipe = false;

/** `writ schema | head` ends the reader first; that is no failure of ours. A full disk behind `>` is none either, but one all the same. */
export function exitOnBrokenPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (ignoresBrokenPipe) return;
      if (error.code === 'EPIPE') process.exit(process.exitCode ?? exitStatus.done);
      if (stream === process.stdout)
        process.stderr.write(`writ: cannot write the output: ${error.message}\n`);
      process.exit(exitStatus.usage);
    });
  }
}

/** From now on what the command does counts, and its status, also when nobody can read what it says of it. */
export function ignoreBrokenPipe(): void {
  ignoresBrokenPipe = true;
}
