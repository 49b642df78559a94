import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { COUNT_CALLS, type Figures, type Report } from './probe.ts';

/** A server that the benchmark can start. */
export interface ServerEntry {
  readonly name: string;
  /** Root of the checkout that contains the server. */
  readonly root: string;
  /** File name in `servers/`. */
  readonly file: string;
  /** Number of worker processes; undefined for a server in a single process. */
  readonly workers?: number;
}

/** A server in a separate process. */
export interface ServerProcess {
  readonly name: string;
  readonly port: number;
  figures(): Promise<Figures>;
  stop(): void;
}

/** Returns a server in this checkout. */
export function ownServer(name: string): ServerEntry {
  return { name, root: fileURLToPath(new URL('../../../', import.meta.url)), file: `${name}.ts` };
}

/** Returns the `writ` server of another checkout. */
export function checkoutServer(folder: string): ServerEntry {
  return { name: path.basename(path.resolve(folder)), root: path.resolve(folder), file: 'writ.ts' };
}

/** Options of a server process. */
export interface ProcessOptions {
  /** Index of the processor to which the process is pinned. */
  readonly processor?: number | undefined;
  /** Flags of Node. */
  readonly flags?: readonly string[];
  readonly countCalls?: boolean;
}

export async function startServer(
  { name, root, file, workers }: ServerEntry,
  { processor, flags = [], countCalls = false }: ProcessOptions,
): Promise<ServerProcess> {
  const script = `${root}/bench/http/src/servers/${workers === undefined ? file : 'cluster.ts'}`;
  const node = [process.execPath, ...flags, '--import', '@writ/annotations/register', script];
  const [command, ...args] = processor === undefined ? node : ['taskset', '-c', String(processor), ...node];
  const child = spawn(command!, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...(countCalls && { [COUNT_CALLS]: '1' }),
      ...(workers !== undefined && { BENCH_SERVER: file, BENCH_WORKERS: String(workers) }),
    },
  });
  const first = await nextReport(child);
  if (!('port' in first)) throw new Error(`${name} did not report its port`);
  return {
    name,
    port: first.port,
    async figures() {
      child.send('figures');
      const report = await nextReport(child);
      if ('port' in report) throw new Error(`${name} reported its port twice`);
      return report;
    },
    stop: () => void child.kill(),
  };
}

function nextReport(child: ChildProcess): Promise<Report> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the server process does not respond')), 20_000);
    const ended = (code: number | null): void => reject(new Error(`the server process ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (report) => {
      clearTimeout(timer);
      child.off('exit', ended);
      resolve(report as Report);
    });
  });
}
