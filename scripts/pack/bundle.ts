import { existsSync, globSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { rolldown, type ChunkingContext, type Plugin } from 'rolldown';

/** Folder of the bundles in a published package. It has no subfolders, so its files can refer to each other by URL. */
export const BUNDLES = 'lib';

/** A built package that consists of bundles. */
interface BundledPackage {
  /** The package's folder, in which its compiled modules are below `src`. */
  readonly folder: string;
  /** The compiled module of each entry, by the entry's name in `exports`. */
  readonly entries: Readonly<Record<string, string>>;
  /** Compiled modules that are loaded by URL and therefore need separate files. */
  readonly files?: readonly string[];
  /** Other files to which modules refer by URL. */
  readonly assets?: readonly string[];
}

/**
 * Bundles the compiled modules of a package, and deletes them. Loading hundreds of modules costs several times as much
 * processor time as loading the same code from a few files (figures: bench/start). Entries share their modules.
 */
export async function bundlePackage({
  folder,
  entries,
  files = [],
  assets = [],
}: BundledPackage): Promise<void> {
  const input = Object.fromEntries([
    ...Object.entries(entries).map(([entry, file]) => [bundleName(entry), join(folder, file)]),
    ...files.map((file) => [basename(file, '.js'), join(folder, file)]),
  ]) as Record<string, string>;
  const bundle = await rolldown({
    input,
    cwd: folder,
    platform: 'node',
    plugins: [builtins(), compiledModules(folder), keepComputedImports()],
    external: (id) => !isRelative(id) && !isBuiltin(id) && !id.startsWith(BUILTIN),
    // Reading a property of a built-in module can load further modules, even if no code uses the property.
    treeshake: { propertyReadSideEffects: false },
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(`${folder}: ${log.message}`);
    },
  });
  await bundle.write({
    dir: join(folder, BUNDLES),
    format: 'esm',
    // The sources are in the maps, because they are not published.
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // The types are documented in the declaration files.
    comments: { jsdoc: false },
    // Otherwise, there would be a separate file for each combination of entries that share modules, and every
    // application would load nearly all of these files.
    codeSplitting: {
      groups: [{ name: baseOf(join(folder, entries['.']!)), debugName: 'base', minShareCount: 2 }],
    },
  });
  await bundle.close();
  for (const file of globSync('src/**/*.js{,.map}', { cwd: folder })) rmSync(join(folder, file));
  for (const asset of assets) renameSync(join(folder, asset), join(folder, BUNDLES, basename(asset)));
}

/**
 * Returns the file name of an entry's bundle without its extension: `index` for `.`, `testing-transports` for
 * `./testing/transports`.
 */
export function bundleName(entry: string): string {
  return entry === '.' ? 'index' : entry.slice('./'.length).replaceAll('/', '-');
}

/**
 * Protects computed imports that load an application's modules: webpack and vite would search for the modules when they
 * bundle the application.
 */
function keepComputedImports(): Plugin {
  return {
    name: 'computed-imports',
    renderChunk: (code) => ({
      code: code.replaceAll(/\bimport\((?=[a-z])/g, 'import(/* webpackIgnore: true */ /* @vite-ignore */ '),
      map: null,
    }),
  };
}

/** Returns a function that names the group of a module: `base` if `main` imports it, directly or indirectly. */
function baseOf(main: string): (id: string, context: ChunkingContext) => string | null {
  let imported: Set<string> | undefined;
  return (id, context) => {
    if (imported === undefined) {
      imported = new Set([main]);
      // The loop also visits the modules that it adds.
      for (const each of imported)
        for (const next of context.getModuleInfo(each)?.importedIds ?? []) imported.add(next);
    }
    return imported.has(id) ? 'base' : null;
  };
}

/** Loads compiled modules with their source maps, so that the maps of the bundles refer to the TypeScript sources. */
function compiledModules(folder: string): Plugin {
  return {
    name: 'compiled-modules',
    load: (id) => {
      if (!id.startsWith(join(folder, 'src')) || !id.endsWith('.js')) return undefined;
      const code = readFileSync(id, 'utf8');
      return existsSync(`${id}.map`) ? { code, map: readFileSync(`${id}.map`, 'utf8') } : { code };
    },
  };
}

function isRelative(id: string): boolean {
  return id.startsWith('.') || id === resolve(id);
}

const BUILTIN = '\0builtin:';

/**
 * Loads Node's modules with `process.getBuiltinModule`. An import evaluates all exports of the module. For `node:http`,
 * this also loads fetch, WebSocket, HTTP/2 and TLS, which costs ten times as much as `node:http` itself.
 */
function builtins(): Plugin {
  return {
    name: 'builtins',
    resolveId: (id) => (isBuiltin(id) ? BUILTIN + id : undefined),
    load: (id) => {
      if (!id.startsWith(BUILTIN)) return undefined;
      const name = id.slice(BUILTIN.length);
      const names = Object.keys(process.getBuiltinModule(name) ?? {}).filter((each) =>
        /^[A-Za-z]\w*$/.test(each),
      );
      const exported = names.filter((each) => each !== 'default').map((each) => `${each} = builtin.${each}`);
      return `const builtin = /* @__PURE__ */ process.getBuiltinModule('${name}');\nexport const ${exported.join(',\n')};`;
    },
  };
}
