import { defined, displayPath, withTimeout } from '@writ/diagnostics/internal';
import { statSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Diagnostic } from '@writ/diagnostics';
import { detectEarlyExit } from '../process/detect-early-exit.ts';
import { describeReadError } from '../files/file-errors.ts';
import { trackModules, type ModuleTracker } from './module-tracker.ts';
import { userFrames } from './user-frames.ts';

/** Time limit for loading a module, in milliseconds. */
const IMPORT_LIMIT = 10_000;

/** Extensions that Node imports as JavaScript, or that the register hook compiles. */
const MODULE_EXTENSIONS = new Set(['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs']);

/**
 * Thrown when a file cannot be loaded or has no usable exports. The reason is in `diagnostics` or, if that is empty, in
 * the message.
 */
export class ModuleLoadError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(message: string, diagnostics: readonly Diagnostic[] = []) {
    super(message);
    this.diagnostics = diagnostics;
  }
}

/**
 * Imports a file and returns its exports.
 *
 * @throws ModuleLoadError with locations in the user's files, if they are known
 */
export async function importFile(file: string): Promise<Readonly<Record<string, unknown>>> {
  const path = resolve(file);
  assertModuleFile(file, path);
  const loading = trackModules();
  const throwTimeout = (): never => {
    throw new ModuleLoadError(`${file} did not finish loading within ${IMPORT_LIMIT / 1000} s`);
  };
  try {
    const exported = import(pathToFileURL(path).href) as Promise<Record<string, unknown>>;
    return await detectEarlyExit(() => withTimeout(exported, IMPORT_LIMIT, throwTimeout));
  } catch (error) {
    throw error instanceof ModuleLoadError ? error : toLoadError(file, error, loading);
  } finally {
    loading.end();
  }
}

/**
 * Asserts that a file exists and has the extension of a module.
 *
 * @throws ModuleLoadError
 */
export function assertModuleFile(file: string, path: string): void {
  try {
    if (statSync(path).isDirectory())
      throw new ModuleLoadError(`${file} is a folder: pass files, or --prefix=MODULE for controllers`);
  } catch (error) {
    if (error instanceof ModuleLoadError) throw error;
    throw new ModuleLoadError(`cannot read ${file}: ${describeReadError(error)}`);
  }
  if (!MODULE_EXTENSIONS.has(extname(path)))
    throw new ModuleLoadError(
      `${file} is not a module: its name must end in one of ${[...MODULE_EXTENSIONS].join(', ')}`,
    );
}

function toLoadError(file: string, error: unknown, loading: ModuleTracker): ModuleLoadError {
  const { reason, message, stack, diagnostics, isSyntax } = describeThrown(error);
  const located = diagnostics.map((each) => ({
    ...each,
    ...defined({ file: each.file && displayPath(each.file) }),
  }));
  if (located.length > 0) return new ModuleLoadError(`${file} cannot be loaded`, located);
  const frames = userFrames(stack, message);
  const places = frames.length === 0 && isSyntax ? loading.locateSyntaxError() : frames;
  const lines = [`${file} cannot be loaded: ${reason}`, ...places.slice(0, 3)];
  return new ModuleLoadError(lines.join('\n    '));
}

interface ThrownDescription {
  readonly reason: string;
  readonly message: string;
  readonly stack: string;
  /** Findings about TypeScript syntax errors and about routers that cannot start. */
  readonly diagnostics: readonly Diagnostic[];
  readonly isSyntax: boolean;
}

/** Describes a thrown value of any type, which may even be an object without a prototype. */
function describeThrown(error: unknown): ThrownDescription {
  const nothing = { message: '', stack: '', diagnostics: [], isSyntax: false };
  try {
    if (!(error instanceof Error)) return { ...nothing, reason: `it throws ${String(error)}` };
    const { name, message, stack, code } = error as NodeJS.ErrnoException;
    const { diagnostics = [] } = error as { readonly diagnostics?: readonly Diagnostic[] };
    return {
      reason: withShortPaths(code?.startsWith('ERR_') ? message : `${name}: ${message}`),
      message: String(message),
      stack: String(stack ?? ''),
      diagnostics,
      isSyntax: error instanceof SyntaxError,
    };
  } catch {
    return { ...nothing, reason: 'it throws a value that cannot be printed' };
  }
}

/** Shortens file URLs and absolute paths in Node's messages. */
function withShortPaths(message: string): string {
  return message.replaceAll(pathToFileURL(`${process.cwd()}/`).href, '').replaceAll(`${process.cwd()}/`, '');
}
