import { findUniqueClass } from './transfer/unique-class.ts';
import type { ClassIndex, ClassExport, ClassReference } from './transfer/pack.ts';

/** The classes of a route in the thread of the request, found by the references of worker threads. */
export class KnownClasses implements ClassIndex {
  readonly #listed: readonly Function[];
  readonly #others: () => Iterable<Function>;

  /** `listed`: classes in the same order in each thread; `named`: classes that are found by name only. */
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

/** Imports a class. Its module is already imported in this thread, so nothing runs again. */
async function importClass({ module, name }: ClassExport): Promise<Function | undefined> {
  try {
    const exports = (await import(/* webpackIgnore: true */ /* @vite-ignore */ module)) as Readonly<
      Record<string, unknown>
    >;
    const type = exports[name];
    return typeof type === 'function' ? type : undefined;
  } catch {
    // With a custom loader or a bundle the module cannot be imported: fall back to the name.
    return undefined;
  }
}
