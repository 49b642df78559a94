import type { ResolvedPackage } from '../journal-record.ts';
import type { DatabaseEntry } from './database.ts';

/** Thrown if a database cannot be read or is invalid; the message contains the reason. */
export class DatabaseFault extends Error {}

const packageWord = /^[A-Za-z0-9@_+][A-Za-z0-9@._+:~^-]*$/;
/** Maximum length of a name. With a suffix such as `.sig.part`, a file name may have at most 255 bytes. */
const LONGEST_NAME = 240;

/** True for a valid name, version, architecture or file name of a package; paths and patterns are not valid. */
export function isPackageWord(text: string): boolean {
  return text.length <= LONGEST_NAME && packageWord.test(text);
}

/**
 * Parses a package's database entry. The values are validated, because they are used as paths and sizes of
 * files, and the database may be unsigned.
 *
 * @throws DatabaseFault if a value is invalid
 */
export function parsePackageEntry(entry: DatabaseEntry, repository: string): ResolvedPackage {
  const value = (key: string): string => entry.get(key)?.[0] ?? '';
  const name = value('NAME');
  const parseValue = <T>(key: string, parse: (text: string) => T | undefined): T => {
    const parsed = parse(value(key));
    if (parsed !== undefined) return parsed;
    const of = isPackageWord(name) ? name : 'a package';
    const shown = JSON.stringify(value(key).slice(0, EXCERPT_LENGTH));
    throw new DatabaseFault(`the database of ${repository} has an invalid ${key} for ${of}: ${shown}`);
  };
  const asWord = (text: string): string | undefined => (isPackageWord(text) ? text : undefined);
  const asSize = (text: string): number | undefined =>
    /^\d{1,15}$/.test(text) ? Number.parseInt(text, 10) : undefined;
  return {
    name: parseValue('NAME', asWord),
    version: parseValue('VERSION', asWord),
    architecture: parseValue('ARCH', asWord),
    repository,
    file: parseValue('FILENAME', asWord),
    sha256: parseValue('SHA256SUM', (text) => (/^[0-9a-f]{64}$/.test(text) ? text : undefined)),
    size: parseValue('CSIZE', asSize),
    installedSize: parseValue('ISIZE', asSize),
  };
}

/** Maximum number of characters of a value in a message. */
const EXCERPT_LENGTH = 80;
