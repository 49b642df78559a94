import { displayPath, isSubclass } from '@writ/diagnostics/internal';
import { fileURLToPath } from 'node:url';
import { exportedRouter, isEndpoint, otherCopyOf, type ExportedClass } from '@writ/annotations';
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
      throw new ModuleLoadError(`${file} ${describeExports(exported)}`);
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

/** Describes why none of the exports of a file can be used. */
function describeExports(exported: readonly unknown[]): string {
  const copy = exported.map(otherCopyOf).find((each) => each !== undefined);
  if (copy === undefined)
    return 'exports neither an annotated class nor a Router: export the class or the router, and start the server in another file';
  const own = import.meta.resolve('@writ/annotations');
  return `is annotated by another copy of @writ/annotations (${packageFolder(copy)}) than the one that this command uses (${packageFolder(own)}): run the command of the project, npx writ`;
}

/** Returns the folder of the package that contains a module in `src` or `dist`. */
function packageFolder(url: string): string {
  return displayPath(fileURLToPath(url)).replace(/[\\/](?:src|dist)[\\/].*$/, '');
}
