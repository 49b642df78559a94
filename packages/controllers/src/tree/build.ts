import type { Diagnostic } from '@writ/diagnostics';
import { createPolicies, type PolicyProblem } from '../policies/statics.ts';
import { finding } from '../finding-codes.ts';
import { createApp } from './create-app.ts';
import { capacityOf, bindsName } from '../signature/signature.ts';
import { createNode, ensureNode, type TreeNode } from './node.ts';
import type { MountedClass, MountedHandler } from '../classes/mounted-class.ts';
import { toRoute } from './route.ts';
import { createTagger } from './tags.ts';
import { variableNames } from '../naming/variable.ts';

/**
 * Builds the resolution tree of modules and classes below `base`. Reports two handlers for the same method and path.
 */
export function buildTree(
  modules: readonly { readonly segments: readonly string[] }[],
  classes: readonly MountedClass[],
  base: readonly string[],
  diagnostics: Diagnostic[],
): TreeNode {
  const root = createNode();
  const top = ensureNode(root, base);
  for (const { segments } of modules) ensureNode(top, segments, (node) => (node.isModule = true));
  const app = createApp(classes, base);
  const tagsOf = createTagger(modules);
  const declared = new Map<string, MountedHandler>();
  for (const mounted of classes) {
    const segments = [...base, ...mounted.segments];
    const variables = variableNames(segments);
    const documented = { ...mounted, tags: tagsOf(mounted) };
    const node = ensureNode(root, segments);
    node.isNamedClass ||= mounted.isNamed;
    const verbs = mounted.handlers.map(({ verb }) => verb);
    const filtersOf = createPolicies(mounted, verbs, (problem) => {
      diagnostics.push(invalidPolicy(mounted, problem));
    });
    for (const handler of mounted.handlers) {
      const key = `${handler.verb} /${segments.join('/')}`;
      const first = declared.get(key);
      if (first !== undefined) diagnostics.push(conflictingRoutes(key, first, handler));
      declared.set(key, first ?? handler);
      const { verb, signature } = handler;
      if (first !== undefined || signature === undefined) continue;
      const unbound = variables.filter((name) => !bindsName(signature, name));
      diagnostics.push(...unbound.map((name) => unboundVariable(name, handler)));
      if (unbound.length > 0) continue;
      node.leaves.set(verb, {
        verb,
        capacity: capacityOf(signature, variables),
        variables,
        route: toRoute(documented, segments, handler, signature, filtersOf(verb), app),
      });
    }
  }
  return root;
}

function invalidPolicy(mounted: MountedClass, { rule, name, message }: PolicyProblem): Diagnostic {
  return finding(rule, `static ${name} of ${mounted.name}: ${message}`, mounted.locateStatic(name));
}

function unboundVariable(
  name: string,
  { owner, verb, displayFile: file, range }: MountedHandler,
): Diagnostic {
  return finding('variable-unbound', `${owner}.${verb} has no parameter for the path variable ${name}`, {
    file,
    range,
    hint: `add a parameter or a key named ${name}: ${verb}(${name}: string)`,
  });
}

function conflictingRoutes(route: string, first: MountedHandler, second: MountedHandler): Diagnostic {
  const nameOf = ({ owner, verb }: MountedHandler): string => `${owner}.${verb}`;
  return finding('route-clash', `${nameOf(first)} and ${nameOf(second)} both answer ${route}`, {
    file: second.displayFile,
    range: second.range,
    hint: 'rename one of the classes or modules, or move the method into the other class',
    related: [{ message: `${nameOf(first)} is declared here`, file: first.displayFile, range: first.range }],
  });
}
