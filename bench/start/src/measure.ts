import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** The cost of a start. */
export interface Figures {
  /** Milliseconds of processor time of all threads, from the start of the process to its first response. */
  readonly cpu: number;
  /** Megabytes of memory half a second after the first response. */
  readonly memory: number;
}

/** Starts an application, which prints its port, and sends it one request. @throws Error for another response */
export async function measureStart(
  file: string,
  folder: string,
  path: string,
  expected: string,
): Promise<Figures> {
  const child = spawn(process.execPath, [file], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const timeout = AbortSignal.timeout(60_000);
  try {
    const [line] = (await once(child.stdout, 'data', { signal: timeout })) as [Buffer];
    const body = await request(Number(line.toString()), path);
    const cpu = processorTime(child.pid!);
    if (body !== expected) throw new Error(`${file} answers ${path} with ${body}`);
    await pause(500);
    return { cpu, memory: residentMemory(child.pid!) };
  } finally {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit', { signal: timeout });
  }
}

function request(port: number, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, agent: false, timeout: 30_000 }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.on('end', () => resolve(body));
    }).on('error', reject);
  });
}

/**
 * Returns the milliseconds for which the threads of a process have run, according to Linux's scheduler, which counts
 * nanoseconds.
 */
function processorTime(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}

function residentMemory(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kilobytes) / 1000;
}
