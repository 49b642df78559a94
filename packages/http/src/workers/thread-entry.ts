import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type WorkerThreads = typeof import('node:worker_threads');

/**
 * The module `node:worker_threads`, loaded on demand. Undefined in runtimes without it.
 */
export function workerThreads(): WorkerThreads | undefined {
  const threads = process.getBuiltinModule('node:worker_threads') as WorkerThreads | undefined;
  return typeof threads?.Worker === 'function' ? threads : undefined;
}

/** The file that each thread runs: TypeScript in development, JavaScript as published. Undefined in a bundle, which does not contain it. */
export function threadEntry(): URL | undefined {
  // A bundle in CommonJS form has no `import.meta.url`.
  const { url } = import.meta as { readonly url?: string };
  if (url === undefined || !url.startsWith('file:')) return undefined;
  const entry = new URL(url.endsWith('.ts') ? './thread.ts' : './thread.js', url);
  return existsSync(fileURLToPath(entry)) ? entry : undefined;
}
