import { parseStackLine, stackLines, toFilePath } from '@writ/diagnostics/internal';

/** Where something was declared. `line` and `column` count from 1. */
export interface Origin {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** The file that ran, such as the compiled one; with source maps, `file` is the source. */
  readonly script?: string | undefined;
  readonly className?: string | undefined;
  readonly method?: string | undefined;
}

/** The class and method, which the caller knows better than the stack. */
export type DeclaredMember = Pick<Origin, 'className' | 'method'>;

/**
 * The location of the call of `below`. The stack is captured now and formatted lazily: formatting it, with source maps
 * above all, costs more than everything else at registration.
 */
export function captureOrigin(below: (...args: any[]) => unknown, declared: DeclaredMember = {}): Origin {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 1;
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, below);
  Error.stackTraceLimit = stackTraceLimit;
  return new StackOrigin(holder, declared);
}

/** Like {@link captureOrigin}, for the stack of an existing error. The first frame counts. */
export function originOf(error: { readonly stack?: string }, declared: DeclaredMember = {}): Origin {
  return new StackOrigin(error, declared);
}

interface SourceLocation {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly script?: string;
}

class StackOrigin implements Origin {
  readonly className?: string;
  readonly method?: string;
  #holder: { readonly stack?: string } | undefined;
  #place: SourceLocation = {};

  constructor(holder: { readonly stack?: string }, declared: DeclaredMember) {
    this.#holder = holder;
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
      this.#place = readLocation(this.#holder);
      this.#holder = undefined;
    }
    return this.#place;
  }
}

/** Only Node maps stacks; while it formats one, it knows both locations. */
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
    const place = firstLocation(holder.stack ?? '');
    return typeof script === 'string' ? { ...place, script: toFilePath(script) ?? script } : place;
  } finally {
    Error.prepareStackTrace = format;
  }
}

function firstLocation(stack: string): SourceLocation {
  const [line] = stackLines(stack);
  return (line === undefined ? undefined : parseStackLine(line)) ?? {};
}
