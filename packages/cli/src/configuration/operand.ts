import { UsageError } from '../command-line/usage-error.ts';

/**
 * Resolves the operand CONFIG. Standard input can only be read once: as CONFIG or as one of the other files.
 *
 * @param others the other files, any of which may be absent
 * @throws UsageError if there is no operand or more than one, or if `-` names more than one file
 */
export function resolveConfigOperand(
  [name, ...more]: readonly string[],
  others: readonly (string | undefined)[],
): string {
  if (name === undefined)
    throw new UsageError('missing CONFIG: pass a file, an https URL, or - for standard input');
  if (more.length > 0) throw new UsageError(`unexpected argument ${more.join(' ')}: pass one configuration`);
  if ([name, ...others].filter((given) => given === '-').length > 1)
    throw new UsageError('standard input can only be read once: use - for only one file');
  return name;
}
