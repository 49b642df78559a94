import { registerHooks } from 'node:module';
import type { ClassExport } from './transfer/pack.ts';

/** Blocking modules and the modules they import, in this thread, and the classes that they export. */
const modules = new Set<string>();
const indexed = new Set<string>();
const exportsByClass = new Map<Function, ClassExport>();
let isImporting = false;

/** Only Node.js has hooks; elsewhere only the blocking module itself is indexed. */
const hooks = registerHooks as typeof registerHooks | undefined;
hooks?.({
  load(url, context, next) {
    // Modules that handlers import later are ignored: other threads may not have loaded them.
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

/** The classes that the modules export, with module and export name. */
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
    // The call that imported it has reported the error.
    return {};
  }
}
