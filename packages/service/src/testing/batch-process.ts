/**
 * A service whose installations write the file `runs` instead of a target, and end when a file with the name of their
 * target exists in the folder `ends`. Argument: the folder of these files and of the service. Prints its port.
 */
import { appendFileSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { InstallRequest, InstallResult } from '@writ/installer';
import { createService } from '../service.ts';
import { fakeHash, newResult } from './fakes.ts';

const folder = process.argv[2]!;

async function install({ targets, resume, signal }: InstallRequest): Promise<InstallResult> {
  const target = basename(targets?.[0] ?? '');
  appendFileSync(join(folder, 'runs'), `${resume === true ? 'resume' : 'start'} ${target}\n`);
  const isAborted = (): boolean => signal?.aborted === true;
  while (!existsSync(join(folder, 'ends', target)) && !isAborted()) await pause(20);
  return newResult(isAborted() ? 'interrupted' : 'done', { resumable: true });
}

const service = await createService({
  state: join(folder, 'state'),
  images: join(folder, 'images'),
  token: 'test-token-with-enough-characters',
  environment: () => ({ example: '', mirrors: [], notices: [] }),
  install,
  hash: fakeHash,
  hashFile: () => Promise.resolve('0'.repeat(64)),
  fetchDatabases: () => Promise.resolve({ problem: 'no mirror in this test' }),
});
const server = service.toolkit.createServer(service.router);
const { port } = await server.listen(0, '127.0.0.1');
service.begin();
process.stdout.write(`${port}\n`);
