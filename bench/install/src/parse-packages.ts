/** A package that a set lists, or one of its dependencies. */
export interface ResolvedPackage {
  readonly name: string;
  /** Path below the root of the mirror. */
  readonly path: string;
}

/** Parses lines that contain a package's name and address. */
export function parsePackages(printed: string, mirror: string): ResolvedPackage[] {
  return printed.split('\n').flatMap((line) => {
    const [name = '', address = ''] = line.split(' ');
    const start = `file://${mirror}/`;
    return address.startsWith(start) ? [{ name, path: address.slice(start.length) }] : [];
  });
}
