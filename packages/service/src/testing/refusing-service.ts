import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Service, ServiceOptions } from '../service-types.ts';
import { createService } from '../service.ts';
import { temporaryFolder } from './fakes.ts';

/** A service on a real port, with a separate home folder. */
export interface RefusingService {
  readonly service: Service;
  readonly home: string;
  readonly url: string;
}

/** Serves a service whose installations are refused at once, until the test ends. */
export async function serveRefusing(options: Partial<ServiceOptions> = {}): Promise<RefusingService> {
  const home = temporaryFolder();
  const service = await createService({
    state: join(home, '.local/state/writ'),
    images: join(home, 'images'),
    environment: () => ({ example: '', mirrors: [], notices: [] }),
    install: () =>
      Promise.resolve({ outcome: 'refused', findings: [], sources: [], resumable: false, milliseconds: 1 }),
    ...options,
  });
  const server = service.toolkit.createServer(service.router);
  const { url } = await server.listen(0, '127.0.0.1');
  onTestFinished(async () => {
    await service.stop(1_000);
    await server.close({ timeout: 100 });
    await service.release();
    await service.toolkit.close();
  });
  return { service, home, url };
}
