/** @module Stores in an SQLite file. */
export { sqliteStores, type SqliteStores, type SqliteStoresOptions } from './sqlite-stores.ts';
