/** The mirror and package cache that the tests of a file share. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { buildMirror, serveMirror, type MirrorServer } from '@writ/mirror';
import { Workbench } from './installation.ts';

export interface SharedMirror {
  /** Available while tests run. */
  readonly mirror: { readonly address: string; readonly root: string };
  /** Folder of downloads. */
  readonly cache: string;
}

/**
 * Builds and serves the tiny set for all tests of the file or `describe` block.
 *
 * @param options.warm fill the cache with the example's packages before the first test
 */
export function sharedMirror({ warm = false }: { readonly warm?: boolean } = {}): SharedMirror {
  const cache = mkdtempSync(join(tmpdir(), 'writ-e2e-cache-'));
  let root = '';
  let server: MirrorServer | undefined;
  beforeAll(async () => {
    ({ root } = await buildMirror({ set: 'tiny', log: (line) => console.log(line) }));
    server = await serveMirror(root);
    if (!warm) return;
    using bench = new Workbench();
    const first = await bench.install(server.address, [], { cache });
    expect(first.status, first.stderr).toBe(0);
  });
  afterAll(async () => {
    await server?.close();
    rmSync(cache, { recursive: true, force: true });
  });
  return {
    cache,
    mirror: {
      get address() {
        return server?.address ?? '';
      },
      get root() {
        return root;
      },
    },
  };
}
