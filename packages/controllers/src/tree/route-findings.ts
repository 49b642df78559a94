import type { Diagnostic } from '@writ/diagnostics';
import { locate } from '@writ/diagnostics/internal';
import type { MountedClass, MountedHandler } from '../classes/mounted-class.ts';
import { finding } from '../finding-codes.ts';
import type { PolicyProblem } from '../policies/policies.ts';
import type { PolicyFolder } from '../policies/policy-folder.ts';
import type { HandlerLeaf } from './node.ts';

export function invalidPolicy(mounted: MountedClass, { rule, name, message }: PolicyProblem): Diagnostic {
  return finding(rule, `static ${name} of ${mounted.name}: ${message}`, mounted.locateStatic(name));
}

/** `className` is the class for which the export has no effect; undefined if the export itself is invalid. */
export function invalidExport(
  folder: PolicyFolder,
  { rule, name, message }: PolicyProblem,
  className?: string,
): Diagnostic {
  const subject = className === undefined ? `the export ${name}` : `the export ${name}, for ${className}`;
  return finding(rule, `${subject}: ${message}`, folder.locateExport(name));
}

export function unboundVariable(
  name: string,
  { owner, verb, displayFile: file, range }: MountedHandler,
): Diagnostic {
  return finding('variable-unbound', `${owner}.${verb} has no parameter for the path variable ${name}`, {
    file,
    range,
    hint: `add a parameter or a key named ${name}: ${verb}(${name}: string)`,
  });
}

export function unboundRest(
  name: string,
  { owner, verb, displayFile: file, range }: MountedHandler,
): Diagnostic {
  return finding(
    'variable-unbound',
    `${owner}.${verb} has no rest parameter for the rest of the path, ${name}`,
    {
      file,
      range,
      hint: `add a rest parameter named ${name}: ${verb}(...${name}: string[])`,
    },
  );
}

export function conflictingRoutes(route: string, first: MountedHandler, second: MountedHandler): Diagnostic {
  const nameOf = ({ owner, verb }: MountedHandler): string => `${owner}.${verb}`;
  return finding('route-clash', `${nameOf(first)} and ${nameOf(second)} both handle ${route}`, {
    file: second.displayFile,
    range: second.range,
    hint: 'rename one of the classes or modules, or move the method into the other class',
    related: [{ message: `${nameOf(first)} is declared here`, file: first.displayFile, range: first.range }],
  });
}

export function invalidAlias(mounted: MountedClass, message: string, first?: HandlerLeaf): Diagnostic {
  const { file, line, column } = first?.route.origin ?? {};
  return finding('alias', `static alias of ${mounted.name}: ${message}`, {
    ...mounted.locateStatic('alias'),
    ...(first && {
      related: [{ message: `${nameOfLeaf(first)} handles this path`, ...locate({ file, line, column }) }],
    }),
  });
}

function nameOfLeaf({ route: { origin, path }, verb }: HandlerLeaf): string {
  return `${origin?.className ?? path}.${verb}`;
}
