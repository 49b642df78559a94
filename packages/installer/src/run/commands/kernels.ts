import { readdir, readFile } from 'node:fs/promises';
import type { InputPart } from '../../plan/operation.ts';
import { resolveInRoot } from '../resolve-in-root.ts';

/** A kernel in the tree. */
export interface Kernel {
  /** The package that it belongs to. */
  readonly owner: string;
  /** Path in the tree, without the leading slash. */
  readonly path: string;
}

const MODULES = 'usr/lib/modules';

/**
 * Lists the kernels in a tree. In the distribution, a file next to each kernel contains the name of its
 * package.
 */
export async function listKernels(tree: string): Promise<Kernel[]> {
  const releases = await readdir(await resolveInRoot(tree, MODULES, 'follow')).catch(() => []);
  const kernels = await Promise.all(
    releases.toSorted().map(async (release): Promise<Kernel[]> => {
      const file = await resolveInRoot(tree, `${MODULES}/${release}/pkgbase`, 'follow');
      const owner = await readFile(file, 'utf8').catch(() => undefined);
      return owner === undefined ? [] : [{ owner: owner.trim(), path: `${MODULES}/${release}/vmlinuz` }];
    }),
  );
  return kernels.flat();
}

/**
 * Returns the kernels whose paths replace a part of a command's input; empty for a part that does not refer
 * to kernels.
 */
export function selectKernels(part: InputPart, kernels: readonly Kernel[]): Kernel[] {
  if (typeof part === 'string') return [];
  if ('kernelsOf' in part) return kernels.filter(({ owner }) => owner === part.kernelsOf);
  if ('kernelsExcept' in part) return kernels.filter(({ owner }) => !part.kernelsExcept.includes(owner));
  return [];
}
