import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

const LIMIT = 400_000;

/** Starts a program that prints its URL, and returns the URL. Kills the program when the test ends. */
export async function startProgram(
  [command, ...args]: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const child = spawn(command!, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const started = Promise.withResolvers<string>();
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
      if (url !== undefined) started.resolve(url);
    });
  }
  const ended = once(child, 'close', { signal: AbortSignal.timeout(LIMIT) });
  const url = await Promise.race([started.promise, ended.then(() => undefined)]);
  if (url === undefined) throw new Error(`${command} ended before it printed a URL: ${output}`);
  ended.catch(() => {});
  return url;
}
