import { join } from 'node:path';
import type { Diagnostic } from '@writ/diagnostics';
import { finding } from '../finding-codes.ts';
import { extensionsFor, isUnsupportedCode, MODULE_EXTENSIONS, type ModuleFile } from './module-file.ts';

/** A module `_policies`, which sets policies for all classes at and below the path of its folder. */
export type PoliciesModule = ModuleFile;

/** Name of the module without its extension. */
const POLICIES = '_policies';

/** Matches `_policy`, `_polices` and the like, but not `_policies-shared`. */
const SIMILAR = /^_+poli?[csz][a-z]{0,4}$/i;

/** Finds the module `_policies` of a folder, and reports files with a similar name, because they protect nothing. */
export function findPoliciesModule(
  folder: string,
  fileNames: readonly string[],
): { readonly file: string | undefined; readonly diagnostics: readonly Diagnostic[] } {
  const name = extensionsFor(folder)
    .map((extension) => POLICIES + extension)
    .find((each) => fileNames.includes(each));
  const misnamed = name === undefined ? fileNames.filter(isMisnamed) : [];
  return {
    file: name === undefined ? undefined : join(folder, name),
    diagnostics: misnamed.map((each) => misnamedModule(join(folder, each), each)),
  };
}

/** Whether the name resembles `_policies`, such as `_policy.ts`, or is `_policies` with an extension that is never loaded. */
function isMisnamed(fileName: string): boolean {
  if (!fileName.startsWith('_')) return false;
  const stem = fileName.slice(0, fileName.indexOf('.'));
  const isModule = MODULE_EXTENSIONS.some((extension) => fileName === stem + extension);
  if (isModule) return SIMILAR.test(stem);
  return stem === POLICIES && isUnsupportedCode(fileName.slice(1));
}

function misnamedModule(file: string, name: string): Diagnostic {
  const extension = /\.m?js$|\.cjs$|\.jsx$/.test(name) ? '.js' : '.ts';
  return finding(
    'policy-misspelled',
    `${name} is not the policies module of its folder, so it protects nothing`,
    {
      file,
      hint: `rename it to ${POLICIES}${extension}, or choose a name that does not resemble it`,
    },
  );
}
