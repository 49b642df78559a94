import type { DeclaredMember, Origin } from '@writ/http/kernel';

/** Adds class and method to an origin without computing its location. */
export function withDeclaringClass(origin: Origin, declared: DeclaredMember): Origin {
  return {
    ...declared,
    get file() {
      return origin.file;
    },
    get line() {
      return origin.line;
    },
    get column() {
      return origin.column;
    },
  };
}
