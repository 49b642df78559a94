import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A module that a package publishes. */
export interface Entry {
  /** Import specifier, such as `@writ/http/kernel`. */
  readonly specifier: string;
  /** Source file, relative to the root of the workspace. */
  readonly file: string;
}

interface Manifest {
  readonly name: string;
  readonly folder: string;
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * Lists the modules that packages publish for applications and tools. A package follows its dependencies,
 * because a re-exported name is documented at its declaration. `./internal` is excluded, because only Writ's
 * packages use it.
 */
export function publishedEntries(root: string): readonly Entry[] {
  const found = globSync('packages/*/package.json', { cwd: root }).toSorted();
  const manifests = found.map((file) => ({
    ...(JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest),
    folder: dirname(file),
  }));
  return byDependency(manifests).flatMap(({ name, folder, exports = {} }) =>
    Object.entries(exports)
      .filter(([key, path]) => key !== './internal' && path.endsWith('.ts'))
      .map(([key, path]) => ({ specifier: join(name, key), file: join(folder, path) })),
  );
}

function byDependency(manifests: readonly Manifest[]): readonly Manifest[] {
  const ordered = new Set<Manifest>();
  const add = (manifest: Manifest): void => {
    for (const each of manifests) if (each.name in (manifest.dependencies ?? {})) add(each);
    ordered.add(manifest);
  };
  manifests.forEach(add);
  return [...ordered];
}
