/** Tests that the service starts an image with the real QEMU. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createService, exampleConfiguration } from '@writ/service';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startCommand } from '../../packages/service/src/machines/qemu.ts';
import { MINUTE } from '../browser.ts';

/**
 * Runs the command in a shell until its output contains the text. It does not use KVM, which may exist without working.
 */
async function expectOutput(command: string, text: string): Promise<void> {
  const child = spawn('sh', ['-c', `exec ${command.replace('-accel kvm ', '')} 2>&1`], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part));
  try {
    await expect.poll(() => output, { timeout: 5 * MINUTE }).toContain(text);
  } finally {
    child.kill('SIGKILL');
  }
}

const token = 'token-of-a-service-with-machines';
const size = 64 * 1024 ** 2;

it('the firmware of a machine writes to the console, with all restrictions of QEMU in effect', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'writ-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const images = join(folder, 'images');
  const service = await createService({
    state: join(folder, 'state'),
    images,
    token,
    environment: () => ({ example: exampleConfiguration(), mirrors: [], notices: [] }),
    install: () => {
      // The firmware finds no boot loader on an empty disk and says so.
      writeFileSync(join(images, 'disk.img'), '');
      truncateSync(join(images, 'disk.img'), size);
      return Promise.resolve({
        outcome: 'done',
        findings: [],
        sources: [],
        resumable: false,
        milliseconds: 1,
      });
    },
  });
  const server = service.toolkit.createServer(service.router);
  const { url } = await server.listen(0, '127.0.0.1');
  onTestFinished(async () => {
    await service.stop(10_000);
    await server.close({ timeout: 100 });
    await service.release();
  });
  const request = (path: string, method = 'GET', body?: object): Promise<Response> =>
    fetch(new URL(path, url), {
      signal: AbortSignal.timeout(5 * MINUTE),
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const configuration = exampleConfiguration();
  const planned = await fetch(new URL('/api/plan?image=disk.img', url), {
    signal: AbortSignal.timeout(MINUTE),
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
    body: configuration,
  });
  const { digest: planSha256 } = (await planned.json()) as { digest: string };
  const started = await request('/api/installs', 'POST', { configuration, image: 'disk.img', planSha256 });
  expect(started.status).toBe(202);
  await vi.waitFor(
    async () => expect(await (await request('/api/installs/1')).json()).toMatchObject({ state: 'done' }),
    { timeout: 30_000 },
  );
  const machine = await request('/api/installs/1/machine', 'POST');
  expect([machine.status, await machine.json()]).toEqual([
    201,
    expect.objectContaining({ install: 1, state: 'running' }),
  ]);
  const console = await request('/api/installs/1/machine/console');
  let stream = '';
  let output = '';
  for await (const chunk of console.body!.pipeThrough(new TextDecoderStream())) {
    stream += chunk;
    // An event contains the output that arrived together, which may end in the middle of a word.
    const parts = [...stream.matchAll(/^data: (".*")$/gm)].map(([, data]) => JSON.parse(data!) as string);
    output = parts.join('');
    if (output.includes('BdsDxe') || stream.includes('event: end')) break;
  }
  expect(output).toContain('BdsDxe');
  expect((await request('/api/installs/1/machine', 'DELETE')).status).toBe(204);

  // The command for a terminal starts the same image, with the firmware of its installation.
  const { image } = (await (await request('/api/installs/1')).json()) as { image: { startCommand: string } };
  await expectOutput(image.startCommand, 'BdsDxe');
  await expectOutput(startCommand(join(images, 'disk.img'), 'bios'), 'SeaBIOS');
});
