import { construct, type Class } from '../recording/reflection.ts';

/** One object of each class of readers, writers, handlers and providers. */
let singletons = new WeakMap<Class, object>();
let generation = 0;

/** Gives the one object of a class, made when it is first asked for. @throws what the constructor throws. */
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
