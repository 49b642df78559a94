import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The folder with the blog's data. */
export const folder: string = resolve(process.env['BLOG_DATA'] ?? '.cache/data');

mkdirSync(folder, { recursive: true });

/** The database connection of the process, because controllers share state through modules. */
export const database: DatabaseSync = new DatabaseSync(join(folder, 'blog.sqlite'));

database.exec(`
  PRAGMA foreign_keys = ON;
  PRAGMA journal_mode = WAL;
  PRAGMA busy_timeout = 5000;
  CREATE TABLE IF NOT EXISTS post (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    title TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL,
    written TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS comment (
    id INTEGER PRIMARY KEY,
    post INTEGER NOT NULL REFERENCES post (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS picture (
    name TEXT PRIMARY KEY,
    post INTEGER NOT NULL REFERENCES post (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    size INTEGER NOT NULL
  ) STRICT;
`);
