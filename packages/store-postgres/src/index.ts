/** @module Stores in PostgreSQL. */
export {
  postgresStores,
  type PostgresPool,
  type PostgresStores,
  type PostgresStoresOptions,
} from './postgres-stores.ts';
