import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Report } from './probe.ts';

/** A server in a process of its own. */
export interface ServerProcess {
  readonly name: string;
  readonly port: number;
  /** Microseconds of processor time so far. */
  cpu(): Promise<number>;
  stop(): void;
}

/** Starts `servers/NAME.ts`, on that processor where `taskset` is there to pin it. */
export async function startServer(name: string, processor: number | undefined): Promise<ServerProcess> {
  const file = fileURLToPath(new URL(`servers/${name}.ts`, import.meta.url));
  const node = [process.execPath, '--import', '@writ/annotations/register', file];
  const [command, ...args] = processor === undefined ? node : ['taskset', '-c', String(processor), ...node];
  const child = spawn(command!, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const first = await answer(child);
  if (!('port' in first)) throw new Error(`${name} did not tell its port`);
  return {
    name,
    port: first.port,
    async cpu() {
      child.send('cpu');
      const report = await answer(child);
      return 'cpu' in report ? report.cpu : NaN;
    },
    stop: () => void child.kill(),
  };
}

function answer(child: ChildProcess): Promise<Report> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the server process does not answer')), 20_000);
    const ended = (code: number | null): void => reject(new Error(`the server process ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (report) => {
      clearTimeout(timer);
      child.off('exit', ended);
      resolve(report as Report);
    });
  });
}
