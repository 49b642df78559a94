/** Creates projects that contain only one package and its dependencies, so that undeclared imports fail. */
import { cpSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Installed packages in npm's lock file, by path: `node_modules/a/node_modules/b`. */
type Installed = Readonly<
  Record<
    string,
    {
      readonly dependencies?: Readonly<Record<string, string>>;
      readonly optionalDependencies?: Readonly<Record<string, string>>;
      readonly peerDependencies?: Readonly<Record<string, string>>;
    }
  >
>;

/** Copies a package that is installed in `project`, and its dependencies, to the same paths in `folder`. */
export function copyWithDependencies(project: string, name: string, folder: string): void {
  const lock = readFileSync(join(project, 'node_modules/.package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as { readonly packages: Installed };
  for (const place of listDependencies(packages, `node_modules/${name}`)) {
    // Nested packages are copied separately if they are needed.
    const filter = (source: string): boolean => !source.startsWith(join(project, place, 'node_modules'));
    cpSync(join(project, place), join(folder, place), { recursive: true, filter });
  }
}

/** Lists the paths of a package and its dependencies. Optional dependencies may be missing. */
function listDependencies(packages: Installed, first: string): ReadonlySet<string> {
  const places = new Set([first]);
  for (const place of places) {
    const { dependencies, optionalDependencies, peerDependencies } = packages[place]!;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = foldersAbove(place)
        .map((folder) => join(folder, 'node_modules', name))
        .find((each) => packages[each] !== undefined);
      if (found !== undefined) places.add(found);
    }
  }
  return places;
}

/** A folder and its parents, the nearest first, in which Node searches for packages. */
function foldersAbove(place: string): readonly string[] {
  return place === '.' ? ['.'] : [place, ...foldersAbove(dirname(place))];
}
