import type { Diagnostic } from '@writ/diagnostics';
import { finding } from '../finding-codes.ts';
import { variableName, variableNames } from '../naming/variable.ts';
import type { ModuleFile } from './module-file.ts';

/** Reports variables with different names at the same position, and names that occur twice in one path. */
export function checkVariables(modules: readonly ModuleFile[]): readonly Diagnostic[] {
  const firsts = new Map<string, { readonly name: string; readonly file: string }>();
  return modules.flatMap(({ file, segments }) => {
    const names = variableNames(segments);
    const twice = names.find((name, index) => names.indexOf(name) < index);
    if (twice !== undefined) return [repeatedVariable(file, twice)];
    for (const [index, segment] of segments.entries()) {
      const name = variableName(segment);
      if (name === undefined) continue;
      // Replace the names of preceding variables, whose conflicts have already been reported.
      const above = segments.slice(0, index).map((each) => (variableName(each) === undefined ? each : '[]'));
      const key = above.join('/');
      const first = firsts.get(key);
      if (first === undefined) firsts.set(key, { name, file });
      else if (first.name !== name) return [conflictingVariables(file, name, first)];
    }
    return [];
  });
}

/** Reports a second catch-all module in a folder, and names that also occur as a variable of the path. */
export function checkCatchAlls(modules: readonly ModuleFile[]): readonly Diagnostic[] {
  const firsts = new Map<string, { readonly name: string; readonly file: string }>();
  return modules.flatMap(({ file, segments, prefix, catchAll }) => {
    if (catchAll === undefined) return [];
    if (variableNames(segments).includes(catchAll)) return [repeatedVariable(file, catchAll)];
    const key = `${prefix} ${segments.join('/')}`;
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, { name: `...${catchAll}`, file });
    else return [conflictingVariables(file, `...${catchAll}`, first)];
    return [];
  });
}

function repeatedVariable(file: string, name: string): Diagnostic {
  return finding('variable-name', `the path has the variable ${name} twice`, {
    file,
    hint: 'use a different name for each variable in a path',
  });
}

function conflictingVariables(
  file: string,
  name: string,
  first: { readonly name: string; readonly file: string },
): Diagnostic {
  return finding(
    'variable-clash',
    `[${name}] and [${first.name}] are variables at the same position in the path`,
    {
      file,
      hint: `name both [${first.name}], or move one of them into a separate folder`,
      related: [{ message: `[${first.name}] is here`, file: first.file }],
    },
  );
}
