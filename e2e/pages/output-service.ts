import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Toolkit } from '@writ/http';
import type { Failure, InstallEvent, InstallRequest, InstallResult } from '@writ/installer';
import { createService, exampleConfiguration, type ServiceOptions } from '@writ/service';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { MINUTE, shareBrowser } from '../browser.ts';

/** Each line whose number is a multiple of this number reports an error. */
export const ERROR_DISTANCE = 1_000;

const stages = ['prepare', 'disk', 'packages', 'finish'];
const token = 'token-of-a-service-with-much-output';

/** Size of an image in bytes; the image contains no data. */
export const IMAGE_SIZE: number = 64 * 1024 ** 2;

/** The failure of a custom command. */
export const commandFailure: Failure = {
  id: 'command-1',
  message: 'custom command 1 ended with exit status 7',
  command: ['sh', '-c', 'exit 7'],
  exitStatus: 7,
  tail: ['sh: line 1: /opt/missing: No such file or directory'],
  next: 'Look at the output of the command',
};

/** A service with an installer that only writes lines, and an empty image. */
export interface OutputService {
  /** An address of the page with a one-time code. */
  address(): string;
  /** Starts an installation of this image, by default with the example configuration, and returns its number. */
  start(image: string, configuration?: string): Promise<number>;
  /** Resolves when the installation has ended. */
  ended(id: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param lines number of lines that each installation writes
 * @param failure reported failure of each installation (default: none)
 * @param more other options of the service
 */
export async function serveOutput(
  lines: number,
  failure?: Failure,
  more: Partial<ServiceOptions> = {},
): Promise<OutputService> {
  const folder = mkdtempSync(join(tmpdir(), 'writ-output-'));
  const quiet = (): void => undefined;
  let runs = 0;
  const service = await createService({
    state: join(folder, 'state'),
    images: join(folder, 'images'),
    token,
    environment: () => ({ example: exampleConfiguration(), mirrors: [], notices: [] }),
    install: (request) => writeLines(request, { lines, failure, run: (runs += 1) }),
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    ...more,
  });
  const server = new Toolkit().createServer(service.router);
  const { url } = await server.listen(0, '127.0.0.1');
  service.begin();

  const get = async (path: string, body?: { readonly type: string; readonly text: string }): Promise<any> => {
    const authorization = `Bearer ${token}`;
    const response = await fetch(new URL(path, url), {
      signal: AbortSignal.timeout(MINUTE),
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': body.type }) },
      ...(body === undefined ? {} : { method: 'POST', body: body.text }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };

  return {
    address: () => `${url}/#code=${service.issueCode()}`,
    start: async (image, configuration = exampleConfiguration()) => {
      const plan = await get(`/api/plan?image=${image}`, { type: 'text/plain', text: configuration });
      const text = JSON.stringify({ configuration, image, planSha256: plan.digest });
      return (await get('/api/installs', { type: 'application/json', text })).id;
    },
    // The benchmark of the page uses this function without Vitest, where vi.waitFor fails.
    ended: async (id) => {
      const limit = Date.now() + 2 * MINUTE;
      for (;;) {
        const { ended, state } = await get(`/api/installs/${id}`);
        if (ended !== undefined) return;
        if (Date.now() > limit) throw new Error(`installation ${id} is ${state}`);
        await setTimeout(50);
      }
    },
    close: async () => {
      await service.stop(10_000);
      await server.close({ timeout: 1_000 });
      await service.release();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** An installation that waits until the test continues it. */
export interface HeldInstallation {
  /** The option of a service for its installer. */
  readonly install: NonNullable<ServiceOptions['install']>;
  /** Reports the progress of the running installation, from 0 to 1. */
  report(total: number): void;
  /** Ends the running installation. */
  end(): void;
}

/** Creates an installer that starts a step, and waits for the test. */
export function holdInstallation(): HeldInstallation {
  let send = (_event: Record<string, unknown>): void => undefined;
  let finish = (): void => undefined;
  return {
    async install({ onEvent }) {
      const ended = Promise.withResolvers<void>();
      let number = 0;
      send = (event) => {
        number += 1;
        onEvent?.({ ...event, number, time: new Date().toISOString() } as unknown as InstallEvent);
      };
      finish = ended.resolve;
      send({ type: 'start', id: 'whole', title: 'Install', stage: 'prepare', weight: 1 });
      send({ type: 'start', id: 'held', parent: 'whole', title: 'Wait', stage: 'disk', weight: 1 });
      await ended.promise;
      send({ type: 'finish', id: 'held', outcome: 'done', milliseconds: 1 });
      send({ type: 'finish', id: 'whole', outcome: 'done', milliseconds: 1 });
      return { outcome: 'done', findings: [], sources: [], resumable: false, milliseconds: 1 };
    },
    report: (total) => send({ type: 'progress', id: 'held', fraction: total, total }),
    end: () => finish(),
  };
}

/** A service and a browser for the tests of a file. */
export interface ServedPage {
  readonly service: OutputService;
  readonly browser: Browser;
}

/** Starts a service and a browser before the tests of a file, and closes them afterwards. */
export function servePage(serve: () => Promise<OutputService>): ServedPage {
  let service: OutputService | undefined;
  beforeAll(async () => {
    service = await serve();
  }, 5 * MINUTE);
  afterAll(async () => {
    await service?.close();
  });
  const shared = shareBrowser();
  return {
    get service() {
      return service!;
    },
    get browser() {
      return shared.browser;
    },
  };
}

/**
 * Starts two services with one installation each, which is complete in the first service and failed in the second.
 *
 * @param more other options of the first service
 */
export async function serveEnded(
  lines: number,
  more: Partial<ServiceOptions> = {},
): Promise<{ readonly service: OutputService; readonly failing: OutputService }> {
  const [service, failing] = await Promise.all([
    serveOutput(lines, undefined, more),
    serveOutput(lines, commandFailure),
  ]);
  await service.ended(await service.start('done.img'));
  await failing.ended(await failing.start('failed.img'));
  return { service, failing };
}

interface WrittenRun {
  readonly lines: number;
  readonly failure: Failure | undefined;
  /**
   * The number of the run, from 1. Each run has a different version of one package, and a package that no other run
   * has.
   */
  readonly run: number;
}

/** Writes the output in chunks, like real programs, so that the service can respond in between. */
async function writeLines(
  { targets, onEvent, onPackageLock }: InstallRequest,
  { lines, failure, run }: WrittenRun,
): Promise<InstallResult> {
  let number = 0;
  const send = (event: Record<string, unknown>): void => {
    number += 1;
    onEvent?.({ ...event, number, time: new Date().toISOString() } as unknown as InstallEvent);
  };
  const outcome = failure === undefined ? 'done' : 'failed';
  const end = (id: string, how = 'done'): void => send({ type: 'finish', id, outcome: how, milliseconds: 1 });
  send({ type: 'start', id: 'whole', title: 'Install', stage: 'prepare', weight: 1 });
  for (const [index, id] of stages.entries()) {
    send({ type: 'start', id, parent: 'whole', title: `Step ${id}`, stage: id, weight: 1 });
    const [from, to] = [index, index + 1].map((part) => Math.floor((lines * part) / stages.length)) as [
      number,
      number,
    ];
    for (let line = from + 1; line <= to; line += 1) {
      const text = `line ${line} of ${lines}, as a program prints it`;
      const isError = line % ERROR_DISTANCE === 0;
      send({ type: 'log', id, source: 'stdout', text: isError ? `error: ${text}` : text });
      if (line % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    end(id);
  }
  if (failure !== undefined) send({ type: 'failure', ...failure });
  end('whole', outcome);
  if (failure === undefined) {
    const packages = [
      { name: 'linux', version: `6.${lines}.${run}` },
      { name: `only-in-${run}`, version: '1' },
    ];
    onPackageLock?.(JSON.stringify({ packages }));
    for (const target of targets ?? []) {
      writeFileSync(target, '');
      truncateSync(target, IMAGE_SIZE);
    }
  }
  const result = { outcome, findings: [], sources: [], resumable: false, milliseconds: 1 } as const;
  return failure === undefined ? result : { ...result, failure };
}
