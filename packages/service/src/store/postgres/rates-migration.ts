/** The beginning of the name of the table, as `postgresStores` of `@writ/store-postgres` expects it. */
export const RATES_PREFIX = 'request';

/**
 * Adds the table in which servers count requests together. Counts are lost when PostgreSQL crashes, because the table is
 * not logged.
 */
export const ratesMigration: string = `
  create unlogged table ${RATES_PREFIX}_rates (
    key text primary key,
    count integer not null,
    expires timestamptz not null
  );
  create index ${RATES_PREFIX}_rates_expires on ${RATES_PREFIX}_rates (expires);
`;
