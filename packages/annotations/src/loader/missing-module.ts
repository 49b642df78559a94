import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { propertyOf } from '../recording/reflection.ts';

/**
 * Adds the correct specifier to Node's error if a similar file exists. Unlike compilers and bundlers, Node resolves
 * only full file names and does not map `.js` to `.ts`.
 */
export function suggestExistingFile(
  error: unknown,
  specifier: string,
  importer: string | undefined,
): unknown {
  if (!(error instanceof Error) || !/^\.\.?\//.test(specifier) || importer === undefined) return error;
  const code = propertyOf(error, 'code');
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'ERR_UNSUPPORTED_DIR_IMPORT') return error;
  const instead = sourceCandidates(specifier).find((each) =>
    existsSync(fileURLToPath(new URL(each, importer))),
  );
  // Node prints the stack, which starts with the message.
  if (instead !== undefined) {
    const { message, stack = '' } = error;
    error.message = `${message}: write '${instead}'`;
    error.stack = stack.replace(message, () => error.message);
  }
  return error;
}

function sourceCandidates(specifier: string): readonly string[] {
  const folder = specifier.replace(/\/$/, '');
  const compiled = /\.(m?)js$/.exec(specifier);
  return compiled === null
    ? [`${folder}.ts`, `${folder}.mts`, `${folder}/index.ts`, `${folder}/index.mts`]
    : [`${specifier.slice(0, -2)}ts`];
}
