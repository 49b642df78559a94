import { extname, sep } from 'node:path';

/** A module under a prefix, with the path segments at which its classes begin. */
export interface ModuleFile {
  /** Absolute path. */
  readonly file: string;
  readonly segments: readonly string[];
  /** For a module such as `[...path]`, the name of the rest parameter that receives the rest of the path. */
  readonly catchAll?: string;
  readonly prefix: string;
}

export const MODULE_EXTENSIONS = ['.ts', '.mts', '.js', '.mjs'] as const;

/** Returns the module extensions in order of preference, in case both `notes.ts` and `notes.js` exist. */
export function extensionsFor(folder: string, types: boolean = runsTypeScript()): readonly string[] {
  // Node does not run TypeScript in installed packages.
  const sources = types && !folder.split(sep).includes('node_modules');
  return sources ? MODULE_EXTENSIONS : MODULE_EXTENSIONS.toSorted(compareByLanguage);
}

function compareByLanguage(a: string, b: string): number {
  return Number(a.endsWith('ts')) - Number(b.endsWith('ts'));
}

function runsTypeScript(): boolean {
  const { bun, deno } = process.versions;
  return bun !== undefined || deno !== undefined || Boolean(process.features.typescript);
}

const DECLARES_OR_TESTS = /\.(?:d|test|spec)$/;

/**
 * Returns the name of a module without its extension; undefined for declaration files, tests and other files that are
 * not loaded.
 */
export function moduleName(fileName: string): string | undefined {
  const extension = MODULE_EXTENSIONS.find((one) => fileName.endsWith(one));
  if (extension === undefined) return undefined;
  const name = fileName.slice(0, -extension.length);
  return DECLARES_OR_TESTS.test(name) || isSkipped(name) ? undefined : name;
}

/** Extensions of code that is never loaded: CommonJS and JSX. */
const UNSUPPORTED_CODE = /\.(?:[cm]?[jt]sx|c[jt]s)$/;

/** Whether a file looks like a module but is of a type that is never loaded. */
export function isUnsupportedCode(fileName: string): boolean {
  if (!UNSUPPORTED_CODE.test(fileName) || isSkipped(fileName)) return false;
  return !DECLARES_OR_TESTS.test(fileName.replace(UNSUPPORTED_CODE, ''));
}

/** Returns the extension under which the file would be loaded. */
export function supportedExtension(fileName: string): string {
  return /ts/.test(extname(fileName)) ? '.ts' : '.js';
}

/** Whether the name of a file or folder excludes it from discovery. */
export function isSkipped(name: string): boolean {
  return name === '' || name.startsWith('_') || name.startsWith('.') || name === 'node_modules';
}
