import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ProcessorTime, Report } from './serve.ts';

export type RuntimeName = 'bun' | 'deno';

/** A server in a separate process. */
export interface ServerProcess {
  readonly name: string;
  readonly port: number;
  processorTime(): Promise<ProcessorTime>;
  stop(): void;
}

/** Milliseconds within which a server process must report. */
const TIME_LIMIT = 20_000;

/** Starts a server, pinned to the second processor if `pinned`. */
export async function startServer(
  runtime: RuntimeName,
  name: string,
  caseNumber: number,
  pinned: boolean,
): Promise<ServerProcess> {
  const script = fileURLToPath(new URL(`servers/${name}.ts`, import.meta.url));
  const argv = [...commandOf(runtime), script, String(caseNumber)];
  const [command, ...args] = pinned ? ['taskset', '-c', '1', ...argv] : argv;
  const child = spawn(command!, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextReport = async (): Promise<Report> => {
    const late = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT);
    const { value, done } = await lines.next();
    clearTimeout(late);
    if (done) throw new Error(`the server ${name} ended`);
    return JSON.parse(value) as Report;
  };
  const first = await nextReport();
  if (!('port' in first)) throw new Error(`${name} did not report its port`);
  return {
    name,
    port: first.port,
    async processorTime() {
      child.stdin.write('\n');
      const report = await nextReport();
      if ('port' in report) throw new Error(`${name} reported its port twice`);
      return report;
    },
    stop: () => void child.kill(),
  };
}

/** Uses the binaries of the packages, because their wrappers do not forward signals. */
function commandOf(runtime: RuntimeName): readonly string[] {
  const folder = dirname(createRequire(import.meta.url).resolve(`${runtime}/package.json`));
  return runtime === 'bun' ? [join(folder, 'bin/bun.exe')] : [join(folder, 'deno'), 'run', '-A'];
}
