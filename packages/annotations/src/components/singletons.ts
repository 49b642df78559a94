import { construct, type Class } from '../recording/reflection.ts';

/** The shared instance of each class of readers, writers, handlers and providers. */
let singletons = new WeakMap<Class, object>();
let generation = 0;

/**
 * Returns a getter of the shared instance, which is created on the first call. The getter throws the constructor's
 * errors.
 */
export function lazySingleton(type: Class): () => object {
  let made: object | undefined;
  let madeIn = -1;
  return () => {
    if (made === undefined || madeIn !== generation) {
      made = singletons.get(type) ?? construct(type);
      singletons.set(type, made);
      madeIn = generation;
    }
    return made;
  };
}

export function clearSingletons(): void {
  singletons = new WeakMap();
  generation += 1;
}
