/** Runs code in workerd, Cloudflare's runtime, with miniflare. */
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { dirname, join } from 'node:path';

/** Bundles `entry`, runs it in workerd, and calls `use` with the bundle's default export, a fetch handler. */
export async function withWorker(
  entry: string,
  use: (
    fetch: (path: string, init?: Parameters<Miniflare['dispatchFetch']>[1]) => Promise<string>,
  ) => Promise<void>,
): Promise<void> {
  const path = join(dirname(entry), 'worker.mjs');
  await build({
    entryPoints: [entry],
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
  const worker = new Miniflare({
    modules: [{ type: 'ESModule', path }],
    modulesRoot: dirname(entry),
    compatibilityDate: '2026-04-01',
    compatibilityFlags: ['nodejs_compat'],
  });
  try {
    await use(async (target, init) => {
      const response = await worker.dispatchFetch(new URL(target, 'http://localhost'), init);
      return `${response.status} ${await response.text()}`;
    });
  } finally {
    await worker.dispose();
  }
}
