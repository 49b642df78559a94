import { UsageError } from '../command-line/usage-error.ts';

/**
 * The configuration that is named. Standard input can be read once: by it or by one of the other files.
 *
 * @throws UsageError when none is named, or several are
 */
export function resolveConfigOperand(
  [name, ...more]: readonly string[],
  others: readonly (string | undefined)[],
): string {
  if (name === undefined) throw new UsageError('which configuration? Name a file, - or an https address');
  if (more.length > 0) throw new UsageError(`one configuration at a time, and not also ${more.join(' ')}`);
  if ([name, ...others].filter((given) => given === '-').length > 1)
    throw new UsageError(`only one of the ${others.length === 1 ? 'two' : 'files'} can be standard input`);
  return name;
}
