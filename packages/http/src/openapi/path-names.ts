import { shapeOf, variablesIn, type PathForm, type Variable } from './template.ts';

/**
 * What the variables of paths are called in templates. Routes whose paths differ in names alone are one path to
 * OpenAPI; the first route's names count. No request has these names in it, but for those of matrix parameters, which
 * others keep clear of.
 */
export class PathNames {
  readonly #names = new Map<string, readonly string[]>();

  constructor(forms: readonly PathForm[]) {
    for (const form of forms) {
      const shape = shapeOf(form);
      if (!this.#names.has(shape)) this.#names.set(shape, namesIn(form));
    }
  }

  namesOf(form: PathForm): (variable: Variable) => string {
    const variables = variablesIn(form);
    const names = this.#names.get(shapeOf(form))!;
    return (variable) => names[variables.indexOf(variable)]!;
  }
}

function namesIn(form: PathForm): readonly string[] {
  const variables = variablesIn(form);
  const taken = new Set(variables.filter(({ isMatrix }) => isMatrix).map(({ name }) => name));
  return variables.map(({ name, isMatrix }) => {
    if (isMatrix) return name;
    let free = name;
    for (let count = 2; taken.has(free); count += 1) free = `${name}_${count}`;
    taken.add(free);
    return free;
  });
}
