import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type WorkerThreads = typeof import('node:worker_threads');

/** Returns the module `node:worker_threads`, which is loaded on demand, or undefined on runtimes without it. */
export function workerThreads(): WorkerThreads | undefined {
  const threads = process.getBuiltinModule('node:worker_threads') as WorkerThreads | undefined;
  return typeof threads?.Worker === 'function' ? threads : undefined;
}

/**
 * Returns the file that each thread runs. It is TypeScript in development and JavaScript in the published package.
 * Returns undefined in a bundle, because a bundle does not contain the file.
 */
export function threadEntry(): URL | undefined {
  // CommonJS bundles have no `import.meta.url`.
  const { url } = import.meta as { readonly url?: string };
  if (url === undefined || !url.startsWith('file:')) return undefined;
  const entry = new URL(url.endsWith('.ts') ? './thread.ts' : './thread.js', url);
  return existsSync(fileURLToPath(entry)) ? entry : undefined;
}
