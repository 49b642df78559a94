import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createWritClient, type ServiceClient } from '@writ/client';
import { expect, it, vi } from 'vitest';
import { exampleConfiguration } from './index.ts';
import { serveRefusing } from './testing/refusing-service.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const token = 'test-token-with-enough-characters';
const configuration = exampleConfiguration();

/** A client of a service on a real port whose installations are refused at once. */
async function setUp(): Promise<ServiceClient> {
  const { url } = await serveRefusing({ token });
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
  await vi.waitFor(
    async () => {
      const { data } = await client.GET('/api/installs/{id}', { params: { path } });
      expect([data!.state, data!.target]).toEqual(['refused', image]);
    },
    { timeout: 60_000 },
  );
  const { data } = await client.GET('/api/installs', { params: { query: { state: ['refused', 'done'] } } });
  expect(data!.map(({ id }) => id)).toEqual([path.id]);
  expect((await client.DELETE('/api/installs/{id}', { params: { path } })).data).toMatchObject(path);
  const { error } = await client.GET('/api/installs/{id}', { params: { path } });
  expect(error).toMatchObject({ status: 404, code: 'not-found' });
});

it('openapi.json is the current OpenAPI document of the service (npm run client updates it)', () => {
  const register = ['--import', '@writ/annotations/register'];
  const document = execFileSync('node', [...register, 'scripts/client/document.ts'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 200_000,
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
    { encoding: 'utf8', timeout: 200_000, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  expect(readFileSync(join(root, 'packages/client/src/schema.gen.ts'), 'utf8')).toBe(generated);
});
