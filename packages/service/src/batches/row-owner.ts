import type { SecretOwner } from '../jobs/seal.ts';

/** Returns the owner of the sealed secrets of a row. */
export function rowOwner(batch: number, number: number): SecretOwner {
  return `batch ${batch} row ${number}`;
}
