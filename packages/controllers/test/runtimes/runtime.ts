import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const server = fileURLToPath(new URL('fetch-server.ts', import.meta.url));

/** A runtime that can serve a fetch handler. */
export interface Runtime {
  readonly name: string;
  readonly command: string;
  /** Arguments that make the runtime serve the entry on a free port of the loopback interface. */
  readonly argv: (entry: string) => readonly string[];
}

export const runtimes: readonly Runtime[] = [
  { name: 'Node', command: process.execPath, argv: (entry) => [server, entry] },
  {
    name: 'Bun',
    command: binary(require.resolve('bun/package.json'), 'bin/bun.exe'),
    argv: (entry) => ['--port=0', 'run', entry],
  },
  {
    name: 'Deno',
    // Start the binary directly, because the package's wrapper does not forward signals.
    command: binary(require.resolve('deno/package.json'), process.platform === 'win32' ? 'deno.exe' : 'deno'),
    argv: (entry) => ['serve', '-A', '--host=127.0.0.1', '--port=0', entry],
  },
];

export interface Served {
  readonly url: string;
  /** All output so far. */
  readonly output: () => string;
  readonly end: () => Promise<void>;
}

/** Starts the entry and waits until it prints its address. If it exits instead, throws an error with its output. */
export async function serveBy(
  { name, command, argv }: Runtime,
  directory: string,
  environment: Readonly<Record<string, string>>,
): Promise<Served> {
  const child = spawn(command, argv('entry.ts'), {
    cwd: directory,
    // In Bun, PORT takes precedence over the option.
    env: { ...process.env, PORT: '0', NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const late = setTimeout(() => child.kill('SIGKILL'), 200_000);
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const look = (text: string): void => {
      output += text;
      const found = /(?:Listening on|server:) (http:\/\/\S+?)\/?\s/.exec(output)?.[1];
      if (found !== undefined) resolve(found.replace('0.0.0.0', '127.0.0.1'));
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', look);
    child.on('error', reject);
    child.on('close', (status) => reject(new Error(`${name} ended with ${status}: ${output}`)));
  }).finally(() => clearTimeout(late));
  const end = async (): Promise<void> => {
    child.kill('SIGKILL');
    await closed;
  };
  return { url, output: () => output, end };
}

/** The path of a file in the package of a manifest. */
function binary(manifest: string, file: string): string {
  const path = join(dirname(manifest), file);
  if (!existsSync(path))
    throw new Error(`${path} is missing: install its package with install scripts enabled`);
  return path;
}
