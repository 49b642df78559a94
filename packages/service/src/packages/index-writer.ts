import type { Toolkit } from '@writ/http';
import { callInThread, hasThreads } from '@writ/http/kernel';
import type { RepositoryDatabase } from '@writ/installer';
import { writePackageIndex } from './package-index.ts';

/** Writes an index of package databases and returns the number of packages. */
export type IndexWriter = (databases: readonly RepositoryDatabase[], file: string) => Promise<number>;

/**
 * Returns a function that writes indexes in a worker thread of the toolkit, if threads are available, because this
 * takes seconds for the distribution's databases.
 */
export function createIndexWriter(toolkit: Pick<Toolkit, 'workers'>): IndexWriter {
  if (!hasThreads()) return writePackageIndex;
  const name = import.meta.url.endsWith('.ts') ? './package-index.ts' : './package-index.js';
  const module = new URL(name, import.meta.url).href;
  const { signal } = new AbortController();
  return async (databases, file) =>
    (await callInThread(toolkit, {
      module,
      name: 'writePackageIndex',
      args: [databases, file],
      signal,
    })) as number;
}
