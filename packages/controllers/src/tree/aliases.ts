import type { Diagnostic } from '@writ/diagnostics';
import type { Route } from '@writ/http';
import type { MountedClass, MountedHandler } from '../classes/mounted-class.ts';
import { variableName } from '../naming/variable.ts';
import { readAliases } from '../policies/alias.ts';
import type { Signature } from '../signature/signature.ts';
import { ensureNode, leavesOf, type HandlerLeaf, type TreeNode } from './node.ts';
import { invalidAlias } from './route-findings.ts';

/** A class that was added to the tree. */
export interface AddedClass {
  readonly mounted: MountedClass;
  /** Path segments, including those of the mount path. */
  readonly segments: readonly string[];
  readonly node: TreeNode;
  readonly createRoute: (
    handler: MountedHandler,
    signature: Signature,
    segments: readonly string[],
    deprecated: boolean,
  ) => Route;
}

/**
 * Adds the aliases of classes to the tree, and reports names that are already taken. `handlers` contains the handler of
 * each leaf in the tree.
 */
export function addAliases(
  root: TreeNode,
  base: readonly string[],
  classes: readonly AddedClass[],
  handlers: ReadonlyMap<HandlerLeaf, MountedHandler>,
): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const { mounted, segments, node, createRoute } of classes) {
    const report = (message: string, first?: HandlerLeaf): void => {
      diagnostics.push(invalidAlias(mounted, message, first));
    };
    const verbs = mounted.handlers.map(({ verb }) => verb);
    const aliases = readAliases(mounted.type, verbs, report);
    const own = segments.at(-1);
    if (aliases.length === 0) continue;
    if (own === undefined || segments.length === base.length || mounted.catchAll !== undefined) {
      report('the path of the class does not end with a name that an alias could replace');
      continue;
    }
    if (variableName(own) !== undefined) {
      report(`the path of the class ends with the variable ${own}, which an alias cannot replace`);
      continue;
    }
    const above = segments.slice(0, -1);
    const parent = ensureNode(root, above);
    for (const { name, verb: only, deprecated } of aliases) {
      const taken = parent.children.get(name);
      if (taken !== undefined && taken.aliasOwner !== mounted) {
        report(`/${[...above, name].join('/')} is already the path of a class or module`, leavesOf(taken)[0]);
        continue;
      }
      const path = [...above, name];
      const alias = ensureNode(root, path);
      alias.aliasOf = own;
      alias.aliasOwner = mounted;
      alias.isModule = node.isModule;
      alias.isNamedClass = node.isNamedClass;
      for (const leaf of node.leaves.values()) {
        const handler = handlers.get(leaf);
        if (handler?.signature === undefined || !mounted.handlers.includes(handler)) continue;
        if (only !== undefined && leaf.verb !== only) continue;
        const route = createRoute(handler, handler.signature, path, deprecated);
        alias.leaves.set(leaf.verb, { ...leaf, route });
      }
    }
  }
  return diagnostics;
}
