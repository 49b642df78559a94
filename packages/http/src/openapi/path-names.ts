import { formShape, variablesIn, type PathForm, type PathVariable } from './path-template.ts';

/**
 * The names of path variables in templates. In OpenAPI, routes whose paths differ only in variable names share one
 * path, which uses the names from the first route. The names of matrix parameters are never changed, because requests
 * contain them.
 */
export class PathNames {
  readonly #names = new Map<string, readonly string[]>();

  constructor(forms: readonly PathForm[]) {
    for (const form of forms) {
      const shape = formShape(form);
      if (!this.#names.has(shape)) this.#names.set(shape, uniqueVariableNames(form));
    }
  }

  namesOf(form: PathForm): (variable: PathVariable) => string {
    const variables = variablesIn(form);
    const names = this.#names.get(formShape(form))!;
    return (variable) => names[variables.indexOf(variable)]!;
  }
}

function uniqueVariableNames(form: PathForm): readonly string[] {
  const variables = variablesIn(form);
  const usedNames = new Set(variables.filter(({ isMatrix }) => isMatrix).map(({ name }) => name));
  return variables.map(({ name, isMatrix }) => {
    if (isMatrix) return name;
    let uniqueName = name;
    for (let count = 2; usedNames.has(uniqueName); count += 1) uniqueName = `${name}_${count}`;
    usedNames.add(uniqueName);
    return uniqueName;
  });
}
