import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ServerFigures, ServerReport } from './server-probe.ts';

/** The compared servers: files of `servers/`. */
export const SERVERS: readonly string[] = ['raw', 'writ', 'writ-fast', 'fastify', 'hono', 'h3'];

/** The time limit of a report in milliseconds. */
const LIMIT = 30_000;

/** A server in its own process. */
export interface ServerProcess {
  readonly port: number;
  figures(): Promise<ServerFigures>;
}

/** Starts a server, passes it to `use`, and stops it. */
export async function withServer<T>(name: string, use: (server: ServerProcess) => Promise<T>): Promise<T> {
  const child = fork(fileURLToPath(new URL(`servers/${name}.ts`, import.meta.url)), { execArgv: [] });
  try {
    const first = await nextReport(name, child);
    if (!('port' in first)) throw new Error(`${name} did not report its port`);
    return await use({
      port: first.port,
      figures: async () => {
        child.send('figures');
        const report = await nextReport(name, child);
        if ('port' in report) throw new Error(`${name} reported its port twice`);
        return report;
      },
    });
  } finally {
    child.kill('SIGKILL');
  }
}

function nextReport(name: string, child: ChildProcess): Promise<ServerReport> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(timer);
      child.off('exit', ended);
      child.off('message', received);
    };
    const fail = (message: string): void => {
      settle();
      reject(new Error(message));
    };
    const ended = (code: number | null): void => fail(`the server ${name} ended with status ${code}`);
    const received = (report: unknown): void => {
      settle();
      resolve(report as ServerReport);
    };
    const timer = setTimeout(() => fail(`the server ${name} does not respond`), LIMIT);
    child.once('exit', ended);
    child.once('message', received);
  });
}
