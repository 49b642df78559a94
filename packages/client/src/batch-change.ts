import type { components } from './schema.gen.ts';

type Schemas = components['schemas'];

/**
 * The data of an event of `GET /api/batches/{id}/events`, which OpenAPI cannot describe: the batch, and the rows that
 * have changed since the last event. The first event contains all rows.
 */
export interface BatchChange {
  readonly batch: Schemas['Batch'];
  readonly rows: readonly Schemas['BatchRow'][];
}
