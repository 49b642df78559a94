import { isSubclass } from '@writ/diagnostics/internal';
import { exportedRouter, isEndpoint, type ExportedClass } from '@writ/annotations';
import { Router, Toolkit } from '@writ/http';
import { locateClass } from './class-location.ts';
import { ModuleLoadError, importFile } from '../user-modules/import-file.ts';

/**
 * Returns the routers that the files export, and one router with the annotated classes from files that export no
 * router.
 *
 * @throws ModuleLoadError if a file cannot be loaded, or exports neither
 */
export async function loadFiles(files: readonly string[]): Promise<readonly Router[]> {
  const routers = new Set<Router>();
  const endpoints = new Map<Function, ExportedClass>();
  for (const file of files) {
    const exported = Object.values(await importFile(file));
    const exportedRouters = exported.filter((value) => value instanceof Router);
    const classes = exportedRouters.length > 0 ? [] : exported.filter(isEndpoint);
    if (exportedRouters.length === 0 && classes.length === 0)
      throw new ModuleLoadError(`${file} exports neither an annotated class nor a Router`);
    for (const router of exportedRouters) routers.add(router);
    for (const type of classes) endpoints.set(type, { type, origin: locateClass(type.name, file) });
  }
  // A base class is registered with its subclass.
  const all = [...endpoints.keys()];
  const isExtended = (type: Function): boolean => all.some((each) => each !== type && isSubclass(each, type));
  const classes = [...endpoints.values()].filter(({ type }) => !isExtended(type));
  if (classes.length > 0) routers.add(exportedRouter(new Toolkit(), classes));
  return [...routers];
}
