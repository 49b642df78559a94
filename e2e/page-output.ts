import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Toolkit } from '@writ/http';
import type { Failure, InstallEvent, InstallRequest, InstallResult } from '@writ/installer';
import { createService, exampleConfiguration } from '@writ/service';

const stages = ['prepare', 'disk', 'packages', 'finish'];
const token = 'token-of-a-service-with-much-output';

/** A service with an installer that only writes lines. */
export interface OutputService {
  /** An address of the page with a one-time code. */
  address(): string;
  /** Starts an installation of this image and returns its number. */
  start(image: string): Promise<number>;
  /** Resolves when the installation has ended. */
  ended(id: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param lines number of lines that each installation writes
 * @param failure reported failure of each installation (default: none)
 */
export async function serveOutput(lines: number, failure?: Failure): Promise<OutputService> {
  const folder = mkdtempSync(join(tmpdir(), 'writ-output-'));
  const quiet = (): void => undefined;
  const service = await createService({
    state: join(folder, 'state'),
    images: join(folder, 'images'),
    token,
    environment: () => ({ example: exampleConfiguration(), mirrors: [], notices: [] }),
    install: (request) => writeLines(request, lines, failure),
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
  const server = new Toolkit().createServer(service.router);
  const { url } = await server.listen(0, '127.0.0.1');
  service.begin();

  const get = async (path: string, body?: { readonly type: string; readonly text: string }): Promise<any> => {
    const authorization = `Bearer ${token}`;
    const response = await fetch(new URL(path, url), {
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': body.type }) },
      ...(body === undefined ? {} : { method: 'POST', body: body.text }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };

  return {
    address: () => `${url}/#code=${service.issueCode()}`,
    start: async (image) => {
      const configuration = exampleConfiguration();
      const plan = await get(`/api/plan?image=${image}`, { type: 'text/plain', text: configuration });
      const text = JSON.stringify({ configuration, image, planSha256: plan.digest });
      return (await get('/api/installs', { type: 'application/json', text })).id;
    },
    ended: async (id) => {
      while ((await get(`/api/installs/${id}`)).ended === undefined) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    close: async () => {
      await service.stop(10_000);
      await server.close({ timeout: 1_000 });
      service.release();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Output in chunks, as from real programs, so that the service can respond between them. */
async function writeLines(
  { onEvent }: InstallRequest,
  lines: number,
  failure: Failure | undefined,
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
      send({ type: 'log', id, source: 'stdout', text: `line ${line} of ${lines}, as a program prints it` });
      if (line % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    end(id);
  }
  if (failure !== undefined) send({ type: 'failure', ...failure });
  end('whole', outcome);
  const result = { outcome, findings: [], sources: [], resumable: false, milliseconds: 1 } as const;
  return failure === undefined ? result : { ...result, failure };
}
