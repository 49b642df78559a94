import { withTimeout } from '@writ/diagnostics/internal';
import { pathToFileURL } from 'node:url';
import type { Diagnostic } from '@writ/diagnostics';
import { finding } from '../finding-codes.ts';
import { describeFailure } from './describe-failure.ts';

/** Time limit for loading a module, in milliseconds. */
export const IMPORT_TIME = 10_000;

export type Namespace = Readonly<Record<string, unknown>>;

export interface ImportedModules {
  readonly namespaces: ReadonlyMap<string, Namespace>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Imports all modules concurrently. Reports each module that fails or does not settle within `time` ms. */
export async function importModules(
  files: readonly string[],
  time: number = IMPORT_TIME,
): Promise<ImportedModules> {
  const namespaces = new Map<string, Namespace>();
  const failures: { readonly file: string; readonly error: unknown }[] = [];
  const diagnostics: Diagnostic[] = [];
  await Promise.all(
    files.map(async (file) => {
      const outcome = await importModule(file, time);
      if ('namespace' in outcome) namespaces.set(file, outcome.namespace);
      else if ('error' in outcome) failures.push({ file, error: outcome.error });
      else diagnostics.push(importTimeout(file, time));
    }),
  );
  // When a module fails, all modules that import it fail with the same error object.
  for (const error of new Set(failures.map((failure) => failure.error))) {
    const [first, ...others] = failures.filter((failure) => failure.error === error).map(({ file }) => file);
    diagnostics.push(importFailure(first!, others, error));
  }
  return { namespaces, diagnostics };
}

type ImportOutcome =
  | { readonly namespace: Namespace }
  | { readonly error: unknown }
  | { readonly late: true };

function importModule(file: string, time: number): Promise<ImportOutcome> {
  const loaded: Promise<ImportOutcome> = import(pathToFileURL(file).href).then(
    (namespace: Namespace) => ({ namespace }),
    (error: unknown) => ({ error }),
  );
  return withTimeout(loaded, time, () => ({ late: true }) as const);
}

function importTimeout(file: string, time: number): Diagnostic {
  return finding('module-import', `the module did not finish loading within ${time / 1000} s`, {
    file,
    hint: 'remove top-level awaits of promises that may never settle',
  });
}

function importFailure(file: string, others: readonly string[], error: unknown): Diagnostic {
  const { reason, related, code } = describeFailure(error);
  return finding('module-import', `the module fails to load: ${reason}`, {
    file,
    related: [...related, ...others.map((other) => ({ file: other, message: 'fails for the same reason' }))],
    ...(code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX'
      ? { hint: 'start Node with --import @writ/annotations/register, or use the writ command' }
      : {}),
  });
}
