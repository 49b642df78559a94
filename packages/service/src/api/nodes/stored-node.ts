import { HttpError } from '@writ/http';
import type { Node } from '../../records/node.ts';
import type { Store } from '../../store/store.ts';

/** @throws {HttpError} 404 when there is no such node */
export async function getNode(store: Store, id: number): Promise<Node> {
  const node = await store.nodes.get(id);
  if (node === undefined) throw missingNode(id);
  return node;
}

export function missingNode(id: number): HttpError {
  return new HttpError('not-found', `There is no node ${id}`);
}

/**
 * Returns a value in its stored form.
 *
 * @throws {HttpError} 400 with what is wrong with the value
 */
export function assertValid<T extends object>(value: T | string): T {
  if (typeof value === 'string') throw new HttpError('invalid-values', value);
  return value;
}
