import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { propertyOf } from '../recording/reflection.ts';

/**
 * Node finds files by their full names, and knows nothing of `.js` for `.ts`, as compilers and bundlers do: what to
 * write is added to the message of its error, when there is such a file.
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
  // Node prints the stack, whose first lines are the message.
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
