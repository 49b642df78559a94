import type { DeclaredMember, Origin } from '@writ/http/kernel';

/** Adds the names of the class and the method to an origin without computing its location. */
export function withDeclaringClass(origin: Origin, declared: DeclaredMember): Origin {
  return new DeclaredOrigin(origin, declared);
}

class DeclaredOrigin implements Origin {
  readonly className?: string;
  readonly method?: string;
  readonly #origin: Origin;

  constructor(origin: Origin, { className, method }: DeclaredMember) {
    this.#origin = origin;
    if (className !== undefined) this.className = className;
    if (method !== undefined) this.method = method;
  }

  get file(): string | undefined {
    return this.#origin.file;
  }

  get line(): number | undefined {
    return this.#origin.line;
  }

  get column(): number | undefined {
    return this.#origin.column;
  }
}
