import { HttpError } from '@writ/http';
import { checkLabels } from '../../nodes/identity.ts';
import type { Labels, Node } from '../../records/node.ts';
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

/** @throws {HttpError} 400 with what is wrong with the labels */
export function assertLabels(labels: Labels): void {
  const wrong = checkLabels(labels);
  if (wrong !== undefined) throw new HttpError('invalid-values', wrong);
}

/** @throws {HttpError} 409 when the node has no approved agent that could start work */
export function assertApproved(node: Node): void {
  const reason = reasonAgainstWork(node);
  if (reason !== undefined) throw reason;
}

/** Returns why a node could not be given work. */
export function reasonAfterAttempt(node: Node | undefined, id: number): HttpError {
  if (node === undefined) return missingNode(id);
  return reasonAgainstWork(node) ?? atWork(id);
}

/** Returns why a node cannot get work; undefined if it has an approved agent that could start work. */
function reasonAgainstWork({ id, state, lostIn, approved }: Node): HttpError | undefined {
  if (approved === undefined) return new HttpError('conflict', `Node ${id} has not been approved`);
  const stored = lostIn ?? state;
  return stored === 'installing' || stored === 'erasing' ? atWork(id) : undefined;
}

function atWork(id: number): HttpError {
  return new HttpError('conflict', `Node ${id} is at work`);
}
