import { findUniqueClass } from './transfer/unique-class.ts';
import type { ClassIndex, ClassExport, ClassReference } from './transfer/pack.ts';

/** The classes of a route in the request's thread. Resolves references from worker threads to these classes. */
export class KnownClasses implements ClassIndex {
  readonly #listed: readonly Function[];
  readonly #others: () => Iterable<Function>;

  /** `listed` are classes in the same order in every thread, and `named` are classes that are found only by name. */
  constructor(listed: readonly Function[], named: () => Iterable<Function>) {
    this.#listed = listed;
    this.#others = named;
  }

  indexOf(type: Function): number | undefined {
    const index = this.#listed.indexOf(type);
    return index === -1 ? undefined : index;
  }

  exportOf(): undefined {
    return undefined;
  }

  readonly find = async ({ name, index, exportedAs }: ClassReference): Promise<Function | undefined> => {
    const listed = index === undefined ? undefined : this.#listed[index];
    if (listed?.name === name) return listed;
    const exported = exportedAs && (await importClass(exportedAs));
    return exported ?? findUniqueClass([...this.#listed, ...this.#others()], name);
  };
}

/** Imports a class. Its module has already been imported in this thread, so its code does not run again. */
async function importClass({ module, name }: ClassExport): Promise<Function | undefined> {
  try {
    const exports = (await import(/* webpackIgnore: true */ /* @vite-ignore */ module)) as Readonly<
      Record<string, unknown>
    >;
    const type = exports[name];
    return typeof type === 'function' ? type : undefined;
  } catch {
    // With a custom loader or in a bundle, the module cannot be imported. The class is then found by its name.
    return undefined;
  }
}
