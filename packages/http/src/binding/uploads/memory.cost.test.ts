import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const MB = 1024 * 1024;

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'writ-memory-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/**
 * Source of a server for a separate process. It responds with the upload's size and the growth of its memory in bytes.
 */
const program = (): string => `
  import { BodyHandler, FileUpload, FormParam, route, Router, Toolkit } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../index.ts')).href)};
  const router = new Router(new Toolkit());
  router.registries.bodyHandler = new BodyHandler({
    uploadsDirectory: ${JSON.stringify(folder)}, maxFile: '400MB', maxTotal: '400MB',
  });
  router.add(route({
    method: 'POST', path: '/', bindings: [FormParam('f', FileUpload)],
    handler: ({ size }) => ({ size, growth: process.resourceUsage().maxRSS * 1024 - before }),
  }));
  const server = router.toolkit.createServer(router);
  const { port } = await server.listen(0, '127.0.0.1');
  const before = process.resourceUsage().maxRSS * 1024;
  console.log(port);
`;

it('an upload of 300 MB to disk uses less than 100 MB of memory', { timeout: 240_000 }, async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = (await once(child.stdout, 'data', { signal: AbortSignal.timeout(120_000) })) as [Buffer];
    const sent = request({
      host: '127.0.0.1',
      port: Number(String(port)),
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    const answered = once(sent, 'response');
    sent.write('--b\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n');
    const chunk = Buffer.alloc(MB, 'x');
    for (let count = 0; count < 300; count += 1) {
      if (!sent.write(chunk)) await once(sent, 'drain');
    }
    sent.end('\r\n--b--\r\n');
    const [response] = (await answered) as [AsyncIterable<Buffer> & NodeJS.ReadableStream];
    let text = '';
    response.on('data', (part: Buffer) => (text += String(part)));
    await finished(response);
    const { size, growth } = JSON.parse(text) as { size: number; growth: number };
    expect(size).toBe(300 * MB);
    expect(growth).toBeLessThan(100 * MB);
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]), { timeout: 30_000 });
  } finally {
    child.kill();
    await once(child, 'exit');
  }
});
