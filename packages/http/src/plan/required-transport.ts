import { filterMetadata } from '../policies/filter-metadata.ts';
import type { Resolved } from './resolved.ts';

/**
 * Returns the transport that a filter of the routes requires, such as `node` for `connect()`; undefined if none
 * requires one.
 */
export function requiredTransport({ unmatched, unmatchedBelow, plans }: Resolved): 'node' | undefined {
  const all = [unmatched, ...unmatchedBelow.map(({ plan }) => plan), ...plans.values()];
  const lists = new Set(all.map(({ filters }) => filters));
  const required = [...lists].flatMap((filters) =>
    filters.map(({ filter }) => filterMetadata(filter).transport),
  );
  return required.find((each) => each !== undefined);
}
