/** Projects with one installed package and what it depends on, and nothing else that a mistake could import. */
import { cpSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What npm has installed, as it writes it down: `node_modules/a/node_modules/b` and what that depends on. */
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

/** Copies a package that is installed in `project`, and all that it depends on, to the same places in `folder`. */
export function copyWithDependencies(project: string, name: string, folder: string): void {
  const lock = readFileSync(join(project, 'node_modules/.package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as { readonly packages: Installed };
  for (const place of listDependencies(packages, `node_modules/${name}`)) {
    // What is installed within it, for another package, is copied with that.
    const filter = (source: string): boolean => !source.startsWith(join(project, place, 'node_modules'));
    cpSync(join(project, place), join(folder, place), { recursive: true, filter });
  }
}

/** The places of a package and of what it depends on. An optional dependency may be missing. */
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

/** A folder and those above it, nearest first: where Node searches for what is imported in it. */
function foldersAbove(place: string): readonly string[] {
  return place === '.' ? ['.'] : [place, ...foldersAbove(dirname(place))];
}
