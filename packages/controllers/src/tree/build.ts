import type { Diagnostic } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { finding } from '../finding-codes.ts';
import { createFolderLevels, foldersOf, type PolicyFolder } from '../policies/policy-folder.ts';
import { createPolicies } from '../policies/statics.ts';
import { addAliases, type AddedClass } from './aliases.ts';
import { createApp } from './create-app.ts';
import { bindsName, bindsRest, capacityOf } from '../signature/signature.ts';
import { createNode, ensureNode, type HandlerLeaf, type TreeNode } from './node.ts';
import type { MountedClass, MountedHandler } from '../classes/mounted-class.ts';
import { findLeafIn } from './resolve.ts';
import {
  conflictingRoutes,
  invalidExport,
  invalidPolicy,
  unboundRest,
  unboundVariable,
} from './route-findings.ts';
import { toRoute } from './route.ts';
import { createScopes } from './scopes.ts';
import { createTagger } from './tags.ts';
import { variableNames } from '../naming/variable.ts';
import { SOCKET } from '../naming/verbs.ts';
import type { ToWebSocketRoute } from '../run/sockets.ts';
import { toSocketRoute } from './socket-route.ts';

/** The modules, classes and folders of a tree, read from the sources or from a built table. */
export interface TreeSources {
  readonly modules: readonly { readonly segments: readonly string[] }[];
  readonly classes: readonly MountedClass[];
  readonly folders: readonly PolicyFolder[];
  /** Set if one of the classes has the handler `SOCKET`. */
  readonly toWebSocketRoute?: ToWebSocketRoute | undefined;
}

/**
 * Builds the resolution tree of modules and classes below `base`. Reports two handlers for the same method and path.
 */
export function buildTree(
  { modules, classes, folders, toWebSocketRoute: convert }: TreeSources,
  base: readonly string[],
  diagnostics: Diagnostic[],
): TreeNode {
  const root = createNode();
  const top = ensureNode(root, base);
  for (const { segments } of modules) ensureNode(top, segments, (node) => (node.isModule = true));
  const app = createApp(classes, base);
  const tagsOf = createTagger(modules);
  const declared = new Map<string, MountedHandler>();
  const added: AddedClass[] = [];
  const handlers = new Map<HandlerLeaf, MountedHandler>();
  /** Handlers of catch-all modules, which a handler at the same path hides if it also accepts any number of segments. */
  const catchAlls = new Map<{ readonly node: TreeNode; readonly leaf: HandlerLeaf }, MountedHandler>();
  const levels = folders.map((folder) =>
    createFolderLevels(folder, (_, problem) => diagnostics.push(invalidExport(folder, problem))),
  );
  for (const mounted of classes) {
    const segments = [...base, ...mounted.segments];
    const variables = variableNames(segments);
    const tags = tagsOf(mounted);
    const node = ensureNode(root, segments);
    node.isNamedClass ||= mounted.isNamed;
    const verbs = mounted.handlers.map(({ verb }) => verb);
    const filtersOf = createPolicies(
      { type: mounted.type, enclosing: mounted.enclosing, folders: foldersOf(levels, mounted) },
      verbs,
      (problem) => diagnostics.push(invalidPolicy(mounted, problem)),
      (folder, problem) => diagnostics.push(invalidExport(folder, problem, mounted.name)),
    );
    const reportSocket = (message: string, hint: string | undefined): void => {
      diagnostics.push(
        finding('policy', message, { ...mounted.locateStatic('webSocket'), ...defined({ hint }) }),
      );
    };
    /** Creates the route of a handler below `path`, which is the path of the class or an alias. */
    const createRoute: AddedClass['createRoute'] = (handler, signature, path, deprecated) =>
      toRoute(
        mounted,
        path,
        handler,
        signature,
        { tags, deprecated, scopes: createScopes(mounted, base, path, filtersOf(handler.verb)) },
        app,
        handler.verb === SOCKET && convert !== undefined
          ? (route) => toSocketRoute(route, mounted, signature, convert, reportSocket)
          : undefined,
      );
    added.push({ mounted, segments, node, createRoute });
    const { catchAll } = mounted;
    const leaves = catchAll === undefined ? node.leaves : (node.catchAlls ??= new Map());
    const path = `/${[...segments, ...(catchAll === undefined ? [] : [`[...${catchAll}]`])].join('/')}`;
    for (const handler of mounted.handlers) {
      const key = `${handler.verb} ${path}`;
      const first = declared.get(key);
      if (first !== undefined) diagnostics.push(conflictingRoutes(key, first, handler));
      declared.set(key, first ?? handler);
      const { verb, signature } = handler;
      if (first !== undefined || signature === undefined) continue;
      const unbound = variables.filter((name) => !bindsName(signature, name));
      diagnostics.push(...unbound.map((name) => unboundVariable(name, handler)));
      const lacksRest = catchAll !== undefined && !bindsRest(signature, catchAll);
      if (lacksRest) diagnostics.push(unboundRest(catchAll, handler));
      if (unbound.length > 0 || lacksRest) continue;
      const leaf: HandlerLeaf = {
        verb,
        capacity: capacityOf(signature, variables),
        variables,
        route: createRoute(handler, signature, segments, false),
      };
      leaves.set(verb, leaf);
      handlers.set(leaf, handler);
      if (catchAll !== undefined) catchAlls.set({ node, leaf }, handler);
    }
  }
  for (const [{ node, leaf }, handler] of catchAlls) {
    const shadowing = findLeafIn(node.leaves, leaf.verb, Infinity);
    const first = shadowing && handlers.get(shadowing);
    if (first !== undefined)
      diagnostics.push(conflictingRoutes(`${leaf.verb} ${leaf.route.path}`, first, handler));
  }
  diagnostics.push(...addAliases(root, base, added, handlers));
  return root;
}
