import { findUniqueClass } from './transfer/unique-class.ts';
import type { ClassIndex, ClassExport, ClassReference } from './transfer/pack.ts';

/** The classes of a route in the thread of the request, as the others refer to them. */
export class KnownClasses implements ClassIndex {
  readonly #listed: readonly Function[];
  readonly #others: () => Iterable<Function>;

  /** `listed`: in the order of each thread; `named`: all that the name alone may refer to. */
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

/** This thread has imported the module of the route and all that it imports: nothing runs again. */
async function importClass({ module, name }: ClassExport): Promise<Function | undefined> {
  try {
    const exports = (await import(/* webpackIgnore: true */ /* @vite-ignore */ module)) as Readonly<
      Record<string, unknown>
    >;
    const type = exports[name];
    return typeof type === 'function' ? type : undefined;
  } catch {
    // A loader of the thread's own, or a bundle: the name has to do.
    return undefined;
  }
}
