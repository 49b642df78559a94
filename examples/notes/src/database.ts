import { DatabaseSync } from 'node:sqlite';

const SCHEMA = `
  PRAGMA foreign_keys = ON;
  CREATE TABLE IF NOT EXISTS account (
    name TEXT PRIMARY KEY,
    salt BLOB NOT NULL,
    hash BLOB NOT NULL,
    roles TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS note (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    title TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL,
    author TEXT NOT NULL REFERENCES account (name),
    changed TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS attachment (
    id TEXT PRIMARY KEY,
    note INTEGER NOT NULL REFERENCES note (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    size INTEGER NOT NULL
  ) STRICT;
`;

/** Opens or creates the database file; `:memory:` opens a temporary database. */
export function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec(SCHEMA);
  return database;
}
