import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const ephemeral = fileURLToPath(new URL('ephemeral-port.ts', import.meta.url));
/** Time limit in milliseconds for an example to listen or to end. */
export const TIMEOUT = 120_000;

export interface StartedServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts a server with `node ARGUMENTS` on a free port, and waits until it listens. */
export async function startServer(
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<StartedServer> {
  const child = spawn(process.execPath, ['--import', ephemeral, ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  const signal = AbortSignal.timeout(TIMEOUT);
  const ended = new AbortController();
  try {
    const [message] = (await Promise.race([
      once(child, 'message', { signal: AbortSignal.any([signal, ended.signal]) }),
      once(child, 'exit', { signal: ended.signal }).then(() => {
        throw new Error('it ended');
      }),
    ])) as [{ port: number }];
    return { port: message.port, stop };
  } catch (error) {
    await stop();
    throw new Error(`node ${args.join(' ')} does not listen: ${String(error)}\n${output}`, { cause: error });
  } finally {
    ended.abort();
  }
}

export interface Output {
  readonly code: number | null;
  /** Standard output and standard error, in order of arrival. */
  readonly text: string;
}

/** Runs `node ARGUMENTS` with additional environment variables, and waits until it exits. */
export async function runNode(
  args: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Output> {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...environment },
    timeout: TIMEOUT,
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
}
