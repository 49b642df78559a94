import { fileURLToPath } from 'node:url';

/** A call in a stack trace whose location is in a file. `line` and `column` count from 1. */
export interface StackFrame {
  /**
   * The function as V8 describes it, such as `new Notes` or `async load`; undefined if it has no name, as at the top
   * level of a module.
   */
  readonly functionName: string | undefined;
  /** Absolute path. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Returns the lines of a stack trace that are calls, innermost first. Without `message`, lines of the error's message
 * that look like calls are included.
 */
export function stackLines(stack: string, message = ''): readonly string[] {
  const start = stack.indexOf(message);
  const calls = start === -1 ? stack : stack.slice(start + message.length);
  return calls.split('\n').filter((line) => /^\s+at /.test(line));
}

/**
 * Parses the call in a line of a stack trace; returns undefined for a call that is not in a file, such as in
 * `node:internal`.
 */
export function parseStackLine(line: string): StackFrame | undefined {
  const match = /^\s+at (?:(.*?) \()?(?:async )?((?:file:\/\/|\/|[A-Za-z]:[\\/]).*?):(\d+):(\d+)\)?$/.exec(
    line,
  );
  if (match === null) return undefined;
  const [, functionName, address = '', row, column] = match;
  const file = toFilePath(address);
  // The position is in code that `eval` runs, not in a file.
  if (file === undefined || file.endsWith('<anonymous>')) return undefined;
  return { functionName, file, line: Number(row), column: Number(column) };
}

/**
 * Converts the path or URL in a stack trace to a path; undefined if it does not refer to a file, such as
 * `node:internal`.
 */
export function toFilePath(address: string): string | undefined {
  if (address.startsWith('file:')) return fileURLToPath(address);
  return /^(?:\/|[A-Za-z]:[\\/])/.test(address) ? address : undefined;
}
