import { registerHooks } from 'node:module';
import type { ClassExport } from './transfer/pack.ts';

/** The modules of blocking routes in this thread and the modules that these import. */
const modules = new Set<string>();
const indexed = new Set<string>();
const exportsByClass = new Map<Function, ClassExport>();
let isImporting = false;

/** Undefined on runtimes without this function, where only the modules of blocking routes themselves are recorded. */
const hooks = registerHooks as typeof registerHooks | undefined;
hooks?.({
  load(url, context, next) {
    // Modules that handlers import later are ignored, because other threads may not have loaded them.
    if (isImporting && /^(?:file|data):/.test(url) && context.format !== 'json') modules.add(url);
    return next(url, context);
  },
});

/** Imports a module and records the modules that it imports. */
export async function importModule(module: string): Promise<Readonly<Record<string, unknown>>> {
  modules.add(module);
  isImporting = true;
  try {
    return (await import(module)) as Readonly<Record<string, unknown>>;
  } finally {
    isImporting = false;
  }
}

/** Returns the classes and functions that the recorded modules export, each with its module and export name. */
export async function exportedClasses(): Promise<ReadonlyMap<Function, ClassExport>> {
  for (const module of modules) {
    if (indexed.has(module)) continue;
    indexed.add(module);
    for (const [name, value] of Object.entries(await namespaceOf(module))) {
      if (typeof value === 'function' && !exportsByClass.has(value))
        exportsByClass.set(value, { module, name });
    }
  }
  return exportsByClass;
}

async function namespaceOf(module: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(module)) as Readonly<Record<string, unknown>>;
  } catch {
    // The call that imported the module has already reported the error.
    return {};
  }
}
