import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createService, distributionMirror, exampleConfiguration } from '@writ/service';
import { expect, it, onTestFinished } from 'vitest';
import { simulateFleet } from './simulate.ts';

const token = 'a-token-of-the-simulated-fleet';

it('20 agents register, install and report, and no event is lost', { timeout: 300_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'writ-fleet-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const service = await createService({
    state: join(folder, 'state'),
    images: join(folder, 'images'),
    token,
    environment: () => ({ example: exampleConfiguration(), mirrors: [distributionMirror], notices: [] }),
  });
  const server = service.toolkit.createServer(service.router);
  try {
    const { url } = await server.listen(0, '127.0.0.1');
    const result = await simulateFleet({
      address: url,
      token,
      machines: 20,
      work: { events: 20, duration: 100 },
      interval: 50,
      limit: 240_000,
    });
    expect([result.installed, result.events]).toEqual([20, 20 * 21]);
  } finally {
    await service.stop(1_000);
    await server.close({ timeout: 1_000 });
    await service.release();
  }
});
