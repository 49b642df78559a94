import type { Diagnostic } from '@writ/diagnostics';
import { createPolicies, type PolicyProblem } from '../policies/statics.ts';
import { finding } from '../finding-codes.ts';
import { createApp } from './create-app.ts';
import { capacityOf, takesName } from '../signature/signature.ts';
import { createNode, nodeAt, type TreeNode } from './node.ts';
import type { PlacedClass, PlacedHandler } from '../classes/placed-class.ts';
import { toRoute } from './route.ts';
import { createTagger } from './tags.ts';
import { variablesIn } from '../naming/variable.ts';

/** Modules and classes as one tree below the bits of `base`. The same verb twice at one place is a finding. */
export function buildTree(
  modules: readonly { readonly bits: readonly string[] }[],
  classes: readonly PlacedClass[],
  base: readonly string[],
  diagnostics: Diagnostic[],
): TreeNode {
  const root = createNode();
  const top = nodeAt(root, base);
  for (const { bits } of modules) nodeAt(top, bits, (node) => (node.isModule = true));
  const app = createApp(classes, base);
  const tagsOf = createTagger(modules);
  const declared = new Map<string, PlacedHandler>();
  for (const placed of classes) {
    const bits = [...base, ...placed.bits];
    const variables = variablesIn(bits);
    const documented = { ...placed, tags: tagsOf(placed) };
    const node = nodeAt(root, bits);
    node.isNamedClass ||= placed.isNamed;
    const verbs = placed.handlers.map(({ verb }) => verb);
    const filtersOf = createPolicies(placed, verbs, (problem) => {
      diagnostics.push(wrongPolicy(placed, problem));
    });
    for (const handler of placed.handlers) {
      const key = `${handler.verb} /${bits.join('/')}`;
      const first = declared.get(key);
      if (first !== undefined) diagnostics.push(clash(key, first, handler));
      declared.set(key, first ?? handler);
      const { verb, signature } = handler;
      if (first !== undefined || signature === undefined) continue;
      const unbound = variables.filter((name) => !takesName(signature, name));
      diagnostics.push(...unbound.map((name) => unboundVariable(name, handler)));
      if (unbound.length > 0) continue;
      node.leaves.set(verb, {
        verb,
        capacity: capacityOf(signature, variables),
        variables,
        route: toRoute(documented, bits, handler, signature, filtersOf(verb), app),
      });
    }
  }
  return root;
}

function wrongPolicy(placed: PlacedClass, { rule, name, message }: PolicyProblem): Diagnostic {
  return finding(rule, `static ${name} of ${placed.name}: ${message}`, placed.placeOfStatic(name));
}

function unboundVariable(name: string, { owner, verb, shownFile: file, range }: PlacedHandler): Diagnostic {
  return finding('variable-unbound', `${owner}.${verb} takes no ${name}, which its path gives`, {
    file,
    range,
    hint: `add a parameter or a key named ${name}: ${verb}(${name}: string)`,
  });
}

function clash(route: string, first: PlacedHandler, second: PlacedHandler): Diagnostic {
  const nameOf = ({ owner, verb }: PlacedHandler): string => `${owner}.${verb}`;
  return finding(
    'route-clash',
    `${nameOf(second)} would answer ${route}, which ${nameOf(first)} answers already`,
    {
      file: second.shownFile,
      range: second.range,
      hint: 'rename one of the classes or modules, or move the method into the other class',
      related: [{ message: `${nameOf(first)} stands here`, file: first.shownFile, range: first.range }],
    },
  );
}
