import type { Diagnostic } from '@writ/diagnostics';
import type { HandlerSource } from '../classes/handlers.ts';
import { placeOfStatic, type RoutedClass } from '../classes/routed-class.ts';
import { createPolicies, type PolicyProblem } from '../policies/statics.ts';
import type { ModuleFile } from '../discovery/module-file.ts';
import { finding } from '../findings.ts';
import { capacityOf } from '../signature/signature.ts';
import { createNode, nodeAt, type TreeNode } from './node.ts';
import { toRoute } from './route.ts';

/** Modules and classes as one tree below the bits of `base`. The same verb twice at one place is a finding. */
export function buildTree(
  modules: readonly ModuleFile[],
  classes: readonly RoutedClass[],
  base: readonly string[],
  diagnostics: Diagnostic[],
): TreeNode {
  const root = createNode();
  const top = nodeAt(root, base);
  for (const { bits } of modules) nodeAt(top, bits, (node) => (node.isModule = true));
  const declared = new Map<string, HandlerSource>();
  for (const routed of classes) {
    const bits = [...base, ...routed.bits];
    const node = nodeAt(root, bits);
    node.isNamedClass ||= routed.isNamed;
    const filtersOf = createPolicies(routed.type, (problem) => {
      diagnostics.push(wrongPolicy(routed, problem));
    });
    for (const handler of routed.handlers) {
      const key = `${handler.verb} /${bits.join('/')}`;
      const first = declared.get(key);
      if (first !== undefined) diagnostics.push(clash(key, first, handler));
      declared.set(key, first ?? handler);
      if (first !== undefined || handler.signature === undefined) continue;
      node.leaves.set(handler.verb, {
        verb: handler.verb,
        capacity: capacityOf(handler.signature),
        route: toRoute(routed, bits, handler, handler.signature, filtersOf(handler.verb)),
      });
    }
  }
  return root;
}

function wrongPolicy({ source }: RoutedClass, { name, message }: PolicyProblem): Diagnostic {
  return finding('policy', `static ${name} of ${source.name}: ${message}`, placeOfStatic(source, name));
}

function clash(route: string, first: HandlerSource, second: HandlerSource): Diagnostic {
  const nameOf = ({ owner, verb }: HandlerSource): string => `${owner.name}.${verb}`;
  return finding(
    'route-clash',
    `${nameOf(second)} would answer ${route}, which ${nameOf(first)} answers already`,
    {
      file: second.owner.module.text.name,
      range: second.range,
      hint: 'rename one of the classes or modules, or move the method into the other class',
      related: [
        { message: `${nameOf(first)} stands here`, file: first.owner.module.text.name, range: first.range },
      ],
    },
  );
}
