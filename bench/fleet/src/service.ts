/** The service in a process of its own, whose memory contains nothing else. Sends its address and its memory. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createService, distributionMirror, exampleConfiguration } from '@writ/service';

const folder = mkdtempSync(join(tmpdir(), 'writ-bench-service-'));
const token = process.argv[2] ?? '';
const service = await createService({
  state: join(folder, 'state'),
  images: join(folder, 'images'),
  token,
  environment: () => ({ example: exampleConfiguration(), mirrors: [distributionMirror], notices: [] }),
  streams: 1_000,
});
const server = service.toolkit.createServer(service.router);
const { url } = await server.listen(0, '127.0.0.1');

let peak = 0;
const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 100);

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ peak, processor: (user + system) / 1_000 });
});
process.once('disconnect', () => {
  clearInterval(timer);
  void (async () => {
    await service.stop(1_000);
    await server.close({ timeout: 1_000 });
    await service.release();
    rmSync(folder, { recursive: true, force: true });
    process.exit(0);
  })();
});
process.send?.({ url });
