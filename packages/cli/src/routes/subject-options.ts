import { readArguments } from '../command-line/read-arguments.ts';

export type Format = 'text' | 'json';

export interface SubjectOptions {
  /** What stands without an option before it. */
  readonly positionals: readonly string[];
  readonly prefixes: readonly string[];
  readonly format: Format;
  /** Warnings count as errors. */
  readonly strict: boolean;
}

/** A message when they are wrong. */
export function readSubject(argv: readonly string[], before = 0): SubjectOptions | string {
  const options = {
    prefix: { type: 'string', multiple: true },
    format: { type: 'string' },
    strict: { type: 'boolean' },
  } as const;
  try {
    const { values, positionals } = readArguments({ args: [...argv], options, allowPositionals: true });
    const { prefix: prefixes = [], format = 'text', strict = false } = values;
    if (format !== 'text' && format !== 'json') return '--format is text or json';
    if (positionals.length > before && prefixes.length > 0)
      return 'name files or prefixes, not both: a file may export a Router that has all of it';
    return { positionals, prefixes, format, strict };
  } catch (error) {
    return (error as Error).message;
  }
}
