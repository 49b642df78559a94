/**
 * The process with the services that the benchmark measures: one whose installer writes lines, and one that plans and
 * runs real installations. Answers the commands of `service-process.ts`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Toolkit } from '@writ/http';
import { createService, exampleConfiguration } from '@writ/service';
import { serveOutput } from '../../../e2e/pages/output-service.ts';
import { probeLoop } from './loop-probe.ts';
import type { Command } from './service-process.ts';

const output = await serveOutput(Number(process.argv[2]));
const folder = mkdtempSync(join(tmpdir(), 'writ-bench-page-'));
const quiet = (): void => undefined;
const installing = await createService({
  state: join(folder, 'state'),
  images: join(folder, 'images'),
  token: 'token-of-a-service-that-installs',
  environment: () => ({ example: exampleConfiguration(), mirrors: [], notices: [] }),
  logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
});
const server = new Toolkit().createServer(installing.router);
const { url } = await server.listen(0, '127.0.0.1');
installing.begin();
const readOccupation = probeLoop();

process.on('message', (command: Command) => {
  void answer(command).then(
    (value) => process.send!({ value }),
    (error: unknown) => process.send!({ error: String(error) }),
  );
});
process.once('disconnect', () => void close());
process.send!({ value: undefined });

async function answer(command: Command): Promise<unknown> {
  switch (command.name) {
    case 'address':
      return command.service === 'output' ? output.address() : `${url}/#code=${installing.issueCode()}`;
    case 'write-output': {
      const id = await output.start(command.image);
      await output.ended(id);
      return id;
    }
    case 'occupation':
      return readOccupation();
  }
}

async function close(): Promise<void> {
  await Promise.all([output.close(), installing.stop(10_000)]);
  await server.close({ timeout: 1_000 });
  installing.release();
  rmSync(folder, { recursive: true, force: true });
}
