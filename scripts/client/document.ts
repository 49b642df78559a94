/**
 * Prints the OpenAPI document of the install service. Start it with `node --import @writ/annotations/register`, which
 * reads the types of the responses.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from '@writ/http/testing';
import { createService } from '@writ/service';

const folder = mkdtempSync(join(tmpdir(), 'writ-document-'));
try {
  const service = await createService({
    state: join(folder, 'state'),
    images: join(folder, 'images'),
    // Without a token, the document does not contain `/metrics`.
    metricsToken: randomBytes(32).toString('base64url'),
    environment: () => ({ example: '', mirrors: [], notices: [] }),
  });
  const response = await inject(service.router, { url: '/openapi.json', headers: { host: 'localhost' } });
  process.stdout.write(`${JSON.stringify(response.json(), null, 2)}\n`);
  await service.release();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
