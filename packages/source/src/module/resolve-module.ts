import { statSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { resolvePackage } from './resolve-package.ts';

/**
 * Returns the file that an import refers to by a relative path or by a `#name` from the `package.json`. Returns
 * undefined for other packages and for missing files.
 */
export function resolveModule(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return resolvePrivate(from, specifier);
  if (!/^\.{1,2}(?:\/|$)/.test(specifier)) return undefined;
  const path = fileURLToPath(new URL(specifier, pathToFileURL(from)));
  return fileCandidates(path).find(isFile);
}

/**
 * Returns the file from which the types of an import are read: a source, a declaration file, or JavaScript, which may
 * have a declaration file next to it. Unlike `resolveModule`, also finds files in other packages. Returns undefined for
 * modules of the runtime and for missing files.
 */
export function resolveTypes(from: string, specifier: string): string | undefined {
  if (/^(?:\.{1,2}(?:\/|$)|#)/.test(specifier)) return resolveModule(from, specifier);
  const path = resolvePackage(from, specifier);
  return path === undefined ? undefined : fileCandidates(path).find(isFile);
}

/**
 * Returns the file that an import loads at run time. Unlike `resolveModule`, also finds files in other packages. Returns
 * undefined for modules of the runtime and for missing files.
 */
export function resolveRuntime(from: string, specifier: string): string | undefined {
  if (/^(?:\.{1,2}(?:\/|$)|#)/.test(specifier)) return resolveModule(from, specifier);
  const path = resolvePackage(from, specifier, 'runtime');
  return path === undefined ? undefined : fileCandidates(path).find(isFile);
}

/** Returns the JavaScript file that a declaration file describes; other files are returned unchanged. */
export function runtimeFileOf(file: string): string {
  return file.replace(/\.d\.([cm]?)ts$/, '.$1js');
}

/**
 * Returns the files to which a specifier may refer. Its extension may be that of the source or of the compiled file,
 * and bundlers accept specifiers without an extension.
 */
function fileCandidates(path: string): readonly string[] {
  const base = path.replace(/(?:\.d)?\.(m?)[jt]s$/, '');
  const kind = /\.mjs$|\.mts$/.test(path) ? 'm' : '';
  const siblings = [`.${kind}ts`, `.${kind}js`, `.d.${kind}ts`].map((extension) => base + extension);
  if (base !== path) return [path, ...siblings];
  return [...siblings, `${path}/index.ts`, `${path}/index.js`, `${path}/index.d.ts`];
}

function resolvePrivate(from: string, specifier: string): string | undefined {
  // `createRequire` is not imported, because bundlers would follow it.
  const { createRequire } = process.getBuiltinModule('node:module');
  try {
    return createRequire(from).resolve(specifier);
  } catch {
    return undefined;
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
