import type { DeclaredMember, Origin } from '@writ/http/kernel';

/**
 * Adds the names of the class, the method and the parameter to an origin. Neither its location nor the name of the
 * parameter is computed before it is read.
 */
export function withDeclaringClass(
  origin: Origin,
  declared: DeclaredMember,
  parameterName?: () => string | undefined,
): Origin {
  return new DeclaredOrigin(origin, declared, parameterName);
}

class DeclaredOrigin implements Origin {
  readonly className?: string;
  readonly method?: string;
  readonly #origin: Origin;
  readonly #parameterName: (() => string | undefined) | undefined;

  constructor(
    origin: Origin,
    { className, method }: DeclaredMember,
    parameterName: (() => string | undefined) | undefined,
  ) {
    this.#origin = origin;
    this.#parameterName = parameterName;
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

  get parameter(): string | undefined {
    return this.#parameterName?.();
  }
}
