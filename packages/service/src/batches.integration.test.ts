/** Tests batches of a service in a process of its own, which is killed, and with its worker threads. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { installable, token } from './testing/service.ts';

const program = fileURLToPath(new URL('testing/batch-process.ts', import.meta.url));
const LIMIT = { timeout: 240_000 };

interface Row {
  readonly state: string;
  readonly attempts: number;
}

/** A service in a process of its own, and the folder of its records. */
class ServiceProcess {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'writ-batches-'));
  #child: ChildProcess | undefined;
  #origin = '';

  constructor() {
    mkdirSync(join(this.folder, 'ends'));
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, ['--import', '@writ/annotations/register', program, this.folder], {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    const [port] = (await once(child.stdout, 'data')) as [Buffer];
    this.#origin = `http://127.0.0.1:${String(port).trim()}`;
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async ask<T>(path: string, json?: object): Promise<T> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = json === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(json) };
    const response = await fetch(`${this.#origin}${path}`, init);
    expect(response.ok, path).toBe(true);
    return (await response.json()) as T;
  }

  finish(target: string): void {
    writeFileSync(join(this.folder, 'ends', target), '');
  }

  runs(): string[] {
    return readFileSync(join(this.folder, 'runs'), 'utf8').trimEnd().split('\n');
  }
}

/** Shared, because the process and its threads first load all modules. */
const service = new ServiceProcess();
beforeAll(() => service.start());
afterAll(async () => {
  await service.kill();
  rmSync(service.folder, { recursive: true, force: true });
});

function batchOf(count: number): {
  readonly template: string;
  readonly table: string;
  readonly image: string;
} {
  const names = Array.from({ length: count }, (_, index) => `web-${index + 1}`);
  return {
    template: JSON.stringify({
      variables: { hostname: { type: 'hostname' } },
      configuration: { ...(JSON.parse(installable) as object), hostname: '{{hostname}}' },
    }),
    table: `hostname\n${names.join('\n')}\n`,
    image: '{{hostname}}.img',
  };
}

it('a batch of 60 rows is planned in threads, while the service answers other requests', LIMIT, async () => {
  const progress = { isPlanned: false };
  const planned = service
    .ask<{ rows: object[]; digest?: string }>('/api/batches/plan', batchOf(60))
    .finally(() => {
      progress.isPlanned = true;
    });
  let answers = 0;
  while (!progress.isPlanned) {
    await service.ask('/api/batches');
    answers += 1;
  }
  const { rows, digest } = await planned;
  expect(rows).toHaveLength(60);
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  // A loop that planned the rows itself would answer once before the plan, and once after it.
  expect(answers).toBeGreaterThan(10);
});

// The last test, because it ends the process, and the next process would load all modules again.
it(
  'a batch continues after the service was killed in the middle of it, and starts no row twice',
  LIMIT,
  async () => {
    const body = batchOf(4);
    const { digest } = await service.ask<{ digest: string }>('/api/batches/plan', body);
    await service.ask('/api/batches', { ...body, planSha256: digest, concurrency: 3 });
    const rows = (): Promise<Row[]> => service.ask<Row[]>('/api/batches/1/rows');
    const states = async (): Promise<string[]> => (await rows()).map(({ state }) => state);
    await vi.waitFor(
      async () => expect(await states()).toEqual(['running', 'waiting', 'waiting', 'waiting']),
      LIMIT,
    );
    service.finish('web-1.img');
    await vi.waitFor(
      async () => expect(await states()).toEqual(['done', 'running', 'queued', 'queued']),
      LIMIT,
    );
    await service.kill();

    await service.start();
    for (const number of [2, 3, 4]) service.finish(`web-${number}.img`);
    const stateOf = async (): Promise<string> =>
      (await service.ask<{ state: string }>('/api/batches/1')).state;
    await vi.waitFor(async () => expect(await stateOf()).toBe('done'), LIMIT);
    expect(service.runs().toSorted()).toEqual([
      'resume web-2.img',
      'start web-1.img',
      'start web-2.img',
      'start web-3.img',
      'start web-4.img',
    ]);
    expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 2, 1, 1]);
    expect(await service.ask<object[]>('/api/installs')).toHaveLength(5);
  },
);
