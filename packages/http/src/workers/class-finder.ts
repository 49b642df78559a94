/** The classes of the arguments, results and handlers of a method: a list that is the same in every thread. */
export type ClassesOfMethod = (
  type: abstract new (...args: any[]) => object,
  method: string,
) => readonly Function[];

let finder: ClassesOfMethod | undefined;

/** How a front knows the classes of a method, by its annotations or types; for this thread. */
export function setClassesOfMethod(classesOf: ClassesOfMethod): void {
  finder = classesOf;
}

export function classesOfMethod(type: unknown, method: string | undefined): readonly Function[] {
  if (method === undefined || typeof type !== 'function') return [];
  return finder?.(type as new () => object, method) ?? [];
}
