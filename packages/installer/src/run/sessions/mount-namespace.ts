import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostEnvironment } from '../commands/command.ts';

/** Time limit in milliseconds. The process starts either immediately or not at all. */
const START_LIMIT = 10_000;

/**
 * A mount namespace for a run. The namespace is held by a process that only waits for the end of the run, so
 * the namespace ends with the run even if the run is killed. The machine's mounts propagate into the
 * namespace.
 */
export interface MountNamespace {
  /** The namespace's file, for `nsenter --mount=`. */
  readonly file: string;
  /** Returns the path under which this process sees a path of the namespace. */
  pathInside(path: string): string;
  close(): Promise<void>;
}

/** Opens a mount namespace. Requires root. */
export async function openMountNamespace(): Promise<MountNamespace> {
  const program = ['unshare', '--mount', '--propagation', 'slave', '--', 'sh', '-c', 'echo; exec cat'];
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', ...program], {
    cwd: '/',
    env: hostEnvironment({}, false),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput += text));
  // Ignore errors from writing to a process that has exited.
  child.stdin.on('error', () => undefined);
  const closed = once(child, 'close');
  const started = once(child.stdout, 'data', { signal: AbortSignal.timeout(START_LIMIT) });
  const failed = closed.then(() => {
    throw new Error(`cannot create a mount namespace: ${errorOutput.trim()}`);
  });
  await Promise.race([started, failed]);
  failed.catch(() => undefined);
  return {
    file: `/proc/${child.pid}/ns/mnt`,
    pathInside: (path) => `/proc/${child.pid}/root${path}`,
    close: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
