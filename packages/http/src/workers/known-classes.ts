import { onlyOneOf } from './crossing/only-one.ts';
import type { ClassIndex, ClassPlace, ClassReference } from './crossing/parcel.ts';

/** The classes of a route in the thread of the request, as the others refer to them. */
export class KnownClasses implements ClassIndex {
  readonly #listed: readonly Function[];
  readonly #named: () => Iterable<Function>;

  /** `listed`: in the order of each thread; `named`: all that the name alone may refer to. */
  constructor(listed: readonly Function[], named: () => Iterable<Function>) {
    this.#listed = listed;
    this.#named = named;
  }

  indexOf(type: Function): number | undefined {
    const index = this.#listed.indexOf(type);
    return index === -1 ? undefined : index;
  }

  placeOf(): undefined {
    return undefined;
  }

  readonly find = async ({ name, index, place }: ClassReference): Promise<Function | undefined> => {
    const listed = index === undefined ? undefined : this.#listed[index];
    if (listed?.name === name) return listed;
    const exported = place && (await classAt(place));
    return exported ?? onlyOneOf([...this.#listed, ...this.#named()], name);
  };
}

/** This thread has imported the module of the route and all that it imports: nothing runs again. */
async function classAt({ module, name }: ClassPlace): Promise<Function | undefined> {
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
