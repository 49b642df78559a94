import { rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { readPackages, type PackageInformation, type RepositoryDatabase } from '@writ/installer';

/** A page of packages. */
export interface PackagePage {
  /** The number of matching packages on all pages. */
  readonly total: number;
  /**
   * The best matches first: packages whose name is or starts with the text, then groups, then other names, then
   * descriptions.
   */
  readonly packages: readonly PackageInformation[];
}

/**
 * Writes an index of package databases, which takes seconds. @returns the number of packages
 *
 * @param read replaces bsdtar in tests
 */
export async function writePackageIndex(
  databases: readonly RepositoryDatabase[],
  file: string,
  read: (database: RepositoryDatabase) => Promise<readonly PackageInformation[]> = readPackages,
): Promise<number> {
  const unfinished = `${file}.new`;
  rmSync(unfinished, { force: true });
  const database = new DatabaseSync(unfinished);
  let count = 0;
  try {
    database.exec(`pragma journal_mode = off; pragma synchronous = off;
      create table packages (name text not null, version text not null, repository text not null,
        description text not null, size integer not null, installed integer not null, groups text not null) strict;
      begin`);
    const insert = database.prepare('insert into packages values (?, ?, ?, ?, ?, ?, ?)');
    for (const source of databases) {
      for (const { name, version, repository, description, size, installedSize, groups } of await read(
        source,
      )) {
        insert.run(name, version, repository, description, size, installedSize, ` ${groups.join(' ')} `);
        count += 1;
      }
    }
    database.exec('commit');
  } finally {
    database.close();
  }
  await rename(unfinished, file);
  return count;
}

const MATCHES = `name like :part escape '\\' or description like :part escape '\\' or groups like :group escape '\\'`;
const RANK = `case when name = :text then 0 when name like :start escape '\\' then 1
  when groups like :group escape '\\' then 2 when name like :part escape '\\' then 3 else 4 end`;

/** An index of packages, open for reading. */
export class PackageIndex {
  readonly #database: DatabaseSync;

  /** @param file written by {@link writePackageIndex} */
  constructor(file: string) {
    this.#database = new DatabaseSync(file, { readOnly: true });
  }

  /** @param text part of the name or the description, or a group; empty for all packages */
  search(text: string, from: number, limit: number): PackagePage {
    const literal = text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`);
    const terms: Record<string, SQLInputValue> = { part: `%${literal}%`, group: `% ${literal} %` };
    const total = this.#database
      .prepare(`select count(*) as total from packages where ${MATCHES}`)
      .get(terms);
    const rows = this.#database
      .prepare(
        `select * from packages where ${MATCHES} order by ${RANK}, length(name), name limit :limit offset :from`,
      )
      .all({ ...terms, text: text.toLowerCase(), start: `${literal}%`, limit, from });
    return {
      total: Number(total?.['total']),
      packages: rows.map((row) => ({
        name: String(row['name']),
        version: String(row['version']),
        repository: String(row['repository']),
        description: String(row['description']),
        size: Number(row['size']),
        installedSize: Number(row['installed']),
        groups: String(row['groups']).split(' ').filter(Boolean),
      })),
    };
  }

  close(): void {
    this.#database.close();
  }
}
