import { readdir } from 'node:fs/promises';
import type { Secret } from '@writ/diagnostics';
import type { FileRoot } from '../plan/operation.ts';
import type { ResolvedPackage } from './journal-record.ts';
import type { Redactor } from '../process/redact.ts';
import type { Sandbox } from './sandbox.ts';

/** What the steps of one run share. */
export interface RunContext {
  /** As this process sees them. */
  readonly roots: Readonly<Record<FileRoot, string>>;
  /** The tree as commands see it, when they see other mounts than this process. */
  readonly commandTree?: string;
  readonly sandbox: Sandbox;
  readonly redactor: Redactor;
  readonly secrets: ReadonlyMap<string, Secret>;
  readonly signal?: AbortSignal;
  /** File descriptors of the targets' locks; every command holds them as well. */
  readonly locks?: readonly number[];
  /** For commands on this machine. */
  readonly environment: Readonly<Record<string, string>>;
  /** Known once the packages are resolved. */
  readonly resolved: readonly ResolvedPackage[];
}

/** As commands see them. */
export function commandRoots({
  roots,
  commandTree = roots.tree,
}: Pick<RunContext, 'roots' | 'commandTree'>): RunContext['roots'] {
  const { tree, cache } = roots;
  return {
    ...roots,
    tree: commandTree,
    // It lies in the tree when this machine has no room for it.
    cache: cache.startsWith(`${tree}/`) ? `${commandTree}${cache.slice(tree.length)}` : cache,
  };
}

/** Puts the run's folders in the place of `{tree}` and the like. */
export function expandRoots(text: string, roots: RunContext['roots']): string {
  return text.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) =>
    Object.hasOwn(roots, name) ? roots[name as FileRoot] : whole,
  );
}

/** The same for a command's arguments; one that ends in `/*` becomes the entries of that folder, sorted. */
export async function expandArguments(
  argv: readonly string[],
  context: Pick<RunContext, 'roots' | 'commandTree'>,
): Promise<string[]> {
  const roots = commandRoots(context);
  const expanded: string[] = [];
  for (const argument of argv) {
    const text = expandRoots(argument, roots);
    if (!argument.startsWith('{') || !argument.endsWith('/*')) expanded.push(text);
    else {
      const folder = text.slice(0, -2);
      const names = await readdir(expandRoots(argument, context.roots).slice(0, -2));
      expanded.push(...names.toSorted().map((name) => `${folder}/${name}`));
    }
  }
  return expanded;
}
