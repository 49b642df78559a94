import { hostEnvironment } from '../commands/command.ts';
import { createRedactor } from '../../process/redact.ts';
import { runProcess, succeeded } from '../../process/run-process.ts';
import { parseEntries, type DatabaseEntry } from '../preflight/database.ts';
import { DatabaseFault, parsePackageEntry } from '../preflight/package-entry.ts';

/** A package in a repository, as shown in an editor. Sizes are in bytes. */
export interface PackageInformation {
  readonly name: string;
  readonly version: string;
  readonly repository: string;
  readonly description: string;
  /** Size of the download. */
  readonly size: number;
  readonly installedSize: number;
  readonly groups: readonly string[];
}

/** A repository's database. */
export interface RepositoryDatabase {
  readonly repository: string;
  /** Path of the database. */
  readonly file: string;
}

/** Time limit for reading a database in milliseconds. */
const READ_LIMIT = 120_000;
const FIRST_KEY = '%FILENAME%';
/** Maximum length of a description in UTF-16 code units. */
const DESCRIPTION_LENGTH = 500;

/**
 * Reads all packages of a database, whose signature and size must have been verified. Blocks the event loop for
 * about a second in total; call it in a worker thread.
 *
 * @throws DatabaseFault if the database cannot be read or has an invalid entry
 */
export async function readPackages({ repository, file }: RepositoryDatabase): Promise<PackageInformation[]> {
  const packages: PackageInformation[] = [];
  const decoder = new TextDecoder();
  let rest = '';
  const parse = (text: string): void => {
    for (const entry of parseEntries(text, FIRST_KEY.slice(1, -1)))
      if (entry.has('NAME')) packages.push(toInformation(entry, repository));
  };
  const end = await runProcess({
    argv: ['bsdtar', '-xOf', file, '--include=*/desc'],
    environment: hostEnvironment({}, false),
    limit: READ_LIMIT,
    redactor: createRedactor([]),
    onChunk: (chunk) => {
      rest += decoder.decode(chunk, { stream: true });
      const last = rest.lastIndexOf(FIRST_KEY);
      if (last > 0) {
        parse(rest.slice(0, last));
        rest = rest.slice(last);
      }
      return true;
    },
  });
  if (!succeeded(end))
    throw new DatabaseFault(`the database of ${repository} cannot be read: ${end.tail.at(-1) ?? end.end}`);
  parse(rest);
  return packages;
}

function toInformation(entry: DatabaseEntry, repository: string): PackageInformation {
  const { name, version, size, installedSize } = parsePackageEntry(entry, repository);
  return {
    name,
    version,
    repository,
    description: (entry.get('DESC')?.[0] ?? '').slice(0, DESCRIPTION_LENGTH),
    size,
    installedSize,
    groups: entry.get('GROUPS') ?? [],
  };
}
