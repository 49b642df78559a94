import { extname, sep } from 'node:path';

/** A module below a prefix, and the path segments at which its classes stand. */
export interface ModuleFile {
  /** Absolute. */
  readonly file: string;
  readonly segments: readonly string[];
  readonly prefix: string;
}

export const MODULE_EXTENSIONS = ['.ts', '.mts', '.js', '.mjs'] as const;

/** In order of choice: of `notes.ts` and `notes.js` side by side the kind that is running counts. */
export function extensionsFor(folder: string, types: boolean = runsTypeScript()): readonly string[] {
  // Of installed packages Node runs JavaScript alone.
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

/** The name without its extension; undefined when the file is no module, or only declares or tests one. */
export function moduleName(fileName: string): string | undefined {
  const extension = MODULE_EXTENSIONS.find((one) => fileName.endsWith(one));
  if (extension === undefined) return undefined;
  const name = fileName.slice(0, -extension.length);
  return DECLARES_OR_TESTS.test(name) || isSkipped(name) ? undefined : name;
}

/** Files that hold code, and that are not loaded as modules: of CommonJS, and with JSX. */
const UNSUPPORTED_CODE = /\.(?:[cm]?[jt]sx|c[jt]s)$/;

/** Whether somebody may take the file for a module. */
export function isUnsupportedCode(fileName: string): boolean {
  if (!UNSUPPORTED_CODE.test(fileName) || isSkipped(fileName)) return false;
  return !DECLARES_OR_TESTS.test(fileName.replace(UNSUPPORTED_CODE, ''));
}

/** The extension in place of which the file would be a module. */
export function supportedExtension(fileName: string): string {
  return /ts/.test(extname(fileName)) ? '.ts' : '.js';
}

/** Files and folders that hold no controllers whatever is in them. */
export function isSkipped(name: string): boolean {
  return name === '' || name.startsWith('_') || name.startsWith('.') || name === 'node_modules';
}
