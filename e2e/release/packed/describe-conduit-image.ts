import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { repeatDockerfile } from './repeat-dockerfile.ts';
import { startProgram } from './start-program.ts';

const root = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'writ-conduit-image-'));

/** Declares tests of `examples/conduit/Dockerfile`, whose steps are repeated with the packed packages. */
export function describeConduitImage(): void {
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('contains the compiled application, without the compiler, and serves the API', async () => {
    const context = join(folder, 'context');
    const filter = (source: string): boolean => !/\/(?:node_modules|dist|\.cache)$/.test(source);
    cpSync(join(root, 'examples/conduit'), context, { recursive: true, filter });
    const image = repeatDockerfile(context, { packages: join(root, 'dist') });
    expect(image.user).toBe('node');
    const installed = globSync('node_modules/{[!@.]*,@*/*}', { cwd: image.folder });
    expect(installed).toContain('node_modules/@writ/annotations');
    expect(installed.filter((name) => /compiler|\/oxc-|typescript|\/cli$/.test(name))).toEqual([]);

    const url = await startProgram(image.command, image.folder, {
      ...image.env,
      HOST: '127.0.0.1',
      PORT: '0',
    });
    const user = { username: 'ada', email: 'ada@example.com', password: 'teapot-7' };
    const response = await fetch(`${url}/api/users`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user }),
      signal: AbortSignal.timeout(400_000),
    });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ user: { username: 'ada' } });
  }, 900_000);
}
