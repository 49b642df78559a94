import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createWritClient, type ServiceClient } from '@writ/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createService, exampleConfiguration } from './index.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const token = 'test-token-with-enough-characters';
const configuration = exampleConfiguration();

/** A client of a service on a real port whose installations are refused at once. */
async function setUp(): Promise<ServiceClient> {
  const folder = mkdtempSync(join(tmpdir(), 'writ-client-'));
  const service = await createService({
    state: join(folder, 'state'),
    images: join(folder, 'images'),
    token,
    environment: () => ({ example: configuration, mirrors: [], notices: [] }),
    install: () =>
      Promise.resolve({ outcome: 'refused', findings: [], sources: [], resumable: false, milliseconds: 1 }),
  });
  const server = service.toolkit.createServer(service.router);
  const { url } = await server.listen(0, '127.0.0.1');
  onTestFinished(async () => {
    await service.stop(1_000);
    await server.close({ timeout: 100 });
    service.release();
    await service.toolkit.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return createWritClient({ url, token });
}

it('the client plans, starts, follows, lists and deletes an installation', async () => {
  const client = await setUp();
  const image = 'disk.img';
  const plan = await client.POST('/api/plan', { body: configuration, params: { query: { image } } });
  expect(plan.error).toBeUndefined();
  const body = { configuration, image, planSha256: plan.data!.digest };
  const started = await client.POST('/api/installs', { body });
  expect(started.response.status).toBe(202);
  const path = { id: started.data!.id };
  await vi.waitFor(async () => {
    const { data } = await client.GET('/api/installs/{id}', { params: { path } });
    expect([data!.state, data!.target]).toEqual(['refused', image]);
  });
  const { data } = await client.GET('/api/installs', { params: { query: { state: ['refused', 'done'] } } });
  expect(data!.map(({ id }) => id)).toEqual([path.id]);
  expect((await client.DELETE('/api/installs/{id}', { params: { path } })).data).toMatchObject(path);
  const { error } = await client.GET('/api/installs/{id}', { params: { path } });
  expect(error).toMatchObject({ status: 404, code: 'not-found' });
});

it('openapi.json is the current document of the service; npm run client updates it', () => {
  const register = ['--import', '@writ/annotations/register'];
  const document = execFileSync('node', [...register, 'scripts/client/document.ts'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
  });
  const { openapi, paths } = JSON.parse(document) as { openapi: string; paths: object };
  expect([openapi, Object.keys(paths).length > 10]).toEqual(['3.1.1', true]);
  expect(readFileSync(join(root, 'packages/client/src/openapi.json'), 'utf8')).toBe(document);
});

const generator = join(root, 'scripts/client/node_modules/openapi-typescript/bin/cli.js');

// `./test --all` installs the generator.
it.runIf(existsSync(generator))('schema.gen.ts is generated from openapi.json', () => {
  const generated = execFileSync(
    'node',
    [generator, join(root, 'packages/client/src/openapi.json'), '--alphabetize'],
    { encoding: 'utf8', timeout: 60_000, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  expect(readFileSync(join(root, 'packages/client/src/schema.gen.ts'), 'utf8')).toBe(generated);
});
