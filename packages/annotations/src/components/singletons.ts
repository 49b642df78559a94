import { construct, type Class } from '../recording/reflection.ts';

/** The shared instance of each class of readers, writers, handlers and providers. */
let singletons = new WeakMap<Class, object>();
let generation = 0;

/**
 * Returns a function that returns the shared instance and creates it on the first call if it does not exist. The
 * function throws the constructor's errors.
 */
export function lazySingleton(type: Class): () => object {
  let instance: object | undefined;
  let createdIn = -1;
  return () => {
    if (instance === undefined || createdIn !== generation) {
      instance = singletons.get(type) ?? construct(type);
      singletons.set(type, instance);
      createdIn = generation;
    }
    return instance;
  };
}

export function clearSingletons(): void {
  singletons = new WeakMap();
  generation += 1;
}
