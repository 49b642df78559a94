import { readdir } from 'node:fs/promises';
import type { Secret } from '@writ/diagnostics';
import type { FileRoot } from '../plan/operation.ts';
import type { ResolvedPackage } from './journal-record.ts';
import type { Redactor } from '../process/redact.ts';
import type { Sandbox } from './sandbox.ts';

/** State shared by the steps of a run. */
export interface RunContext {
  /** Paths as this process sees them. */
  readonly roots: Readonly<Record<FileRoot, string>>;
  /** The tree's path for commands, if their mounts differ from the mounts of this process. */
  readonly commandTree?: string;
  readonly sandbox: Sandbox;
  /** True if the tree is in memory. */
  readonly treeInMemory?: boolean;
  readonly redactor: Redactor;
  readonly secrets: ReadonlyMap<string, Secret>;
  readonly signal?: AbortSignal;
  /** File descriptors of the target locks; every command inherits them. */
  readonly locks?: readonly number[];
  /** Environment of commands that run on this machine. */
  readonly environment: Readonly<Record<string, string>>;
  /** The resolved packages; empty before preflight. */
  readonly resolved: readonly ResolvedPackage[];
  /** Repositories whose packages need no signature (default: none). */
  readonly unsignedRepositories?: readonly string[];
}

/** Returns the roots as commands see them. */
export function commandRoots({
  roots,
  commandTree = roots.tree,
}: Pick<RunContext, 'roots' | 'commandTree'>): RunContext['roots'] {
  const { tree, cache } = roots;
  return {
    ...roots,
    tree: commandTree,
    // The cache is in the tree if this machine lacks space for it.
    cache: cache.startsWith(`${tree}/`) ? `${commandTree}${cache.slice(tree.length)}` : cache,
  };
}

/** Replaces `{tree}` and the other placeholders with their paths. */
export function expandRoots(text: string, roots: RunContext['roots']): string {
  return text.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) =>
    Object.hasOwn(roots, name) ? roots[name as FileRoot] : whole,
  );
}

/**
 * Expands a command's arguments. An argument that begins with a placeholder and ends in `/*`, such as
 * `{tree}/boot/*`, is replaced by the sorted paths of the entries in that folder.
 */
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
