import type { DeclaredMember, Origin } from '@writ/http/kernel';

/** The same place with the class and method that are known by now; still read only when somebody asks. */
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
