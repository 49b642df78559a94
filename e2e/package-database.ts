import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { distributionMirror, exampleConfiguration, type ServiceOptions } from '@writ/service';

/** A package of a database. */
export interface DatabasePackage {
  readonly name: string;
  readonly description: string;
  /** Download size in bytes; default: 1,000,000. */
  readonly size?: number;
}

/** Writes the database of a repository. Returns its path. */
function writePackageDatabase(folder: string, packages: readonly DatabasePackage[]): string {
  const tree = join(folder, 'tree');
  for (const { name, description, size = 1_000_000 } of packages) {
    const entry = join(tree, `${name}-1.0-1`);
    mkdirSync(entry, { recursive: true });
    const values = {
      FILENAME: `${name}-1.0-1-x86_64.pkg.tar.zst`,
      NAME: name,
      VERSION: '1.0-1',
      DESC: description,
      CSIZE: String(size),
      ISIZE: String(3 * size),
      SHA256SUM: '0'.repeat(64),
      ARCH: 'x86_64',
    };
    const text = Object.entries(values).map(([key, value]) => `%${key}%\n${value}\n`);
    writeFileSync(join(entry, 'desc'), `${text.join('\n')}\n`);
  }
  const file = join(folder, 'core.db');
  execFileSync('bsdtar', ['-czf', file, '-C', tree, '.']);
  return file;
}

type MirrorOptions = Pick<ServiceOptions, 'environment' | 'fetchDatabases'>;

/**
 * Options of a service that offers one mirror, and fetches the database of these packages from it. Each package requires
 * `zlib`.
 *
 * @param multilib the packages of the repository `multilib` (default: none)
 */
export function offerPackages(
  folder: string,
  packages: readonly DatabasePackage[],
  multilib: readonly DatabasePackage[] = [],
): MirrorOptions {
  const usual = databasesOf(join(folder, 'usual'), packages);
  const all = databasesOf(join(folder, 'all'), [...packages, ...multilib]);
  return {
    ...offerMirror(usual),
    fetchDatabases: ({ repositories }) => Promise.resolve(repositories.includes('multilib') ? all : usual),
  };
}

type FetchedDatabases = Awaited<ReturnType<NonNullable<ServiceOptions['fetchDatabases']>>>;

function databasesOf(folder: string, packages: readonly DatabasePackage[]): FetchedDatabases {
  const isKnown = (name: string): boolean => packages.some((each) => each.name === name);
  return {
    databases: [{ repository: 'core', file: writePackageDatabase(folder, packages) }],
    resolve: (names) =>
      Promise.resolve({
        packages: [...names.filter(isKnown), 'zlib'].map((name) => ({
          name,
          version: '1.0-1',
          architecture: 'x86_64',
          repository: 'core',
          file: `${name}-1.0-1-x86_64.pkg.tar.zst`,
          sha256: '',
          size: 1_000_000,
          installedSize: 3_000_000,
        })),
        problems: names
          .filter((name) => !isKnown(name))
          .map((name) => {
            const suggestion = packages.find((each) => each.name.endsWith(name))?.name;
            return {
              message: `there is no package ${name}`,
              unknown: name,
              ...(suggestion !== undefined && { suggestion }),
            };
          }),
      }),
    remove: () => Promise.resolve(),
  };
}

/** Options of a service that offers one mirror, whose databases are either fetched or have a problem. */
export function offerMirror(fetched: FetchedDatabases): MirrorOptions {
  return {
    environment: () => ({ example: exampleConfiguration(), mirrors: [distributionMirror], notices: [] }),
    fetchDatabases: () => Promise.resolve(fetched),
  };
}
