import { parseStackLine, stackLines, toFilePath } from '@writ/diagnostics/internal';

/** The location of a declaration. `line` and `column` begin with 1. */
export interface Origin {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** The file that ran, such as a compiled file. With source maps, `file` is the source of this file. */
  readonly script?: string | undefined;
  readonly className?: string | undefined;
  readonly method?: string | undefined;
  /** The name of the method's parameter, if it is known. */
  readonly parameter?: string | undefined;
}

/** The class and the method of a declaration. The caller passes them, because a stack is less reliable. */
export type DeclaredMember = Pick<Origin, 'className' | 'method'>;

/**
 * Captures the location at which `below` was called. The stack is captured immediately but formatted lazily, because
 * formatting, especially with source maps, is the most expensive step of registration.
 */
export function captureOrigin(
  below: (...args: any[]) => unknown,
  declared: DeclaredMember = UNDECLARED,
): Origin {
  const { stackTraceLimit } = Error;
  const origin = new StackOrigin(undefined, declared);
  Error.stackTraceLimit = 1;
  Error.captureStackTrace(origin, below);
  Error.stackTraceLimit = stackTraceLimit;
  return origin;
}

/** Captures the location of the first stack frame of an existing error. */
export function originOf(error: { readonly stack?: string }, declared: DeclaredMember = UNDECLARED): Origin {
  return new StackOrigin(error, declared);
}

const UNDECLARED: DeclaredMember = {};

interface SourceLocation {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly script?: string;
}

const NOWHERE: SourceLocation = {};

class StackOrigin implements Origin {
  readonly className?: string;
  readonly method?: string;
  #holder: { readonly stack?: string } | undefined;
  #location: SourceLocation = NOWHERE;

  /** @param error the error whose stack is used; undefined if the stack is captured on this object */
  constructor(error: { readonly stack?: string } | undefined, declared: DeclaredMember) {
    this.#holder = error ?? (this as { readonly stack?: string });
    if (declared.className !== undefined) this.className = declared.className;
    if (declared.method !== undefined) this.method = declared.method;
  }

  get file(): string | undefined {
    return this.#read().file;
  }

  get line(): number | undefined {
    return this.#read().line;
  }

  get column(): number | undefined {
    return this.#read().column;
  }

  get script(): string | undefined {
    const { script, file } = this.#read();
    return script ?? file;
  }

  #read(): SourceLocation {
    if (this.#holder !== undefined) {
      this.#location = readLocation(this.#holder);
      this.#holder = undefined;
    }
    return this.#location;
  }
}

/**
 * Reads the location from a stack. Only Node applies source maps. The locations in the source and in the compiled file
 * are both available only while Node formats the stack.
 */
function readLocation(holder: { readonly stack?: string }): SourceLocation {
  const format = Error.prepareStackTrace;
  if (globalThis.process?.sourceMapsEnabled !== true || format === undefined)
    return firstLocation(holder.stack ?? '');
  let script: string | null | undefined;
  Error.prepareStackTrace = (error, frames): unknown => {
    script = frames[0]?.getFileName();
    return format(error, frames);
  };
  try {
    const location = firstLocation(holder.stack ?? '');
    return typeof script === 'string' ? { ...location, script: toFilePath(script) ?? script } : location;
  } finally {
    Error.prepareStackTrace = format;
  }
}

function firstLocation(stack: string): SourceLocation {
  const [line] = stackLines(stack);
  return (line === undefined ? undefined : parseStackLine(line)) ?? {};
}
