import type { Diagnostic } from '@writ/diagnostics';
import { withDisplayPaths, type Sources, type TypeContext } from '@writ/source';
import { importModules, type Namespace } from '../discovery/import-modules.ts';
import type { ModuleFile } from '../discovery/module-file.ts';
import { ClassFinder } from './class-finder.ts';
import type { RoutedClass } from './routed-class.ts';

export interface ImportedClasses {
  readonly classes: readonly RoutedClass[];
  /** Module namespaces by file, including the modules of referenced schemas. */
  readonly namespaces: ReadonlyMap<string, Namespace>;
}

/** Imports the modules and finds the controllers in them. Findings are added to `diagnostics`. */
export async function findRoutedClasses(
  modules: readonly ModuleFile[],
  sources: Sources,
  importTime: number | undefined,
  diagnostics: Diagnostic[],
): Promise<ImportedClasses> {
  const namespaces = new Map<string, Namespace>();
  const tried = new Set<string>();

  async function load(files: readonly string[]): Promise<void> {
    for (const file of files) tried.add(file);
    const imported = await importModules(files, importTime);
    diagnostics.push(...imported.diagnostics.map(withDisplayPaths));
    for (const [file, namespace] of imported.namespaces) namespaces.set(file, namespace);
  }

  await load(modules.map(({ file }) => file));
  for (;;) {
    const wanted = new Set<string>();
    const valueOf: TypeContext['valueOf'] = ({ file, exportName }) => {
      if (exportName === undefined) return undefined;
      if (!tried.has(file)) wanted.add(file);
      return namespaces.get(file)?.[exportName];
    };
    const found: Diagnostic[] = [];
    const finder = new ClassFinder(sources, valueOf, found);
    const classes = modules.flatMap((module) => {
      const namespace = namespaces.get(module.file);
      return namespace === undefined ? [] : finder.findClasses(module, namespace);
    });
    if (wanted.size === 0) {
      diagnostics.push(...found);
      return { classes, namespaces };
    }
    // If types refer to schemas in other modules, import those modules and read the controllers again.
    await load([...wanted]);
  }
}
