import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostEnvironment } from '../commands/command.ts';

/** Milliseconds; it starts at once or never. */
const START_LIMIT = 10_000;

/**
 * Mounts of a run's own: they end with the run, also with one that is killed, because they end with a process
 * that does nothing but wait for this one's end. What is mounted and unmounted on the machine is seen in it.
 */
export interface MountNamespace {
  /** For `nsenter --mount=`. */
  readonly file: string;
  /** A path as it is in there, for this process. */
  pathInside(path: string): string;
  close(): Promise<void>;
}

/** Needs root. */
export async function openMountNamespace(): Promise<MountNamespace> {
  const program = ['unshare', '--mount', '--propagation', 'slave', '--', 'sh', '-c', 'echo; exec cat'];
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', ...program], {
    cwd: '/',
    env: hostEnvironment({}, false),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  // Writing to one that has ended is no fault.
  child.stdin.on('error', () => undefined);
  const closed = once(child, 'close');
  const started = once(child.stdout, 'data', { signal: AbortSignal.timeout(START_LIMIT) });
  const failed = closed.then(() => {
    throw new Error(`cannot create a mount namespace: ${said.trim()}`);
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
