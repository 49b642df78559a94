/** Returns the classes of a method's arguments, results and handlers, in the same order in every thread. */
export type ClassesOfMethod = (
  type: abstract new (...args: any[]) => object,
  method: string,
) => readonly Function[];

let finder: ClassesOfMethod | undefined;

/** Sets the function with which a front end finds the classes of a method in this thread. */
export function setClassesOfMethod(classesOf: ClassesOfMethod): void {
  finder = classesOf;
}

export function classesOfMethod(type: unknown, method: string | undefined): readonly Function[] {
  if (method === undefined || typeof type !== 'function') return [];
  return finder?.(type as new () => object, method) ?? [];
}
