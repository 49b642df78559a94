import type { JsonNode, Member } from './json/tree.ts';

/**
 * Yields all nodes, outer nodes first, with their JSON pointers (RFC 6901) and the keys on the path to them,
 * without list indices.
 */
export function* walk(
  node: JsonNode,
  pointer = '',
  keys: readonly string[] = [],
  member?: Member,
): Generator<{ node: JsonNode; pointer: string; keys: readonly string[]; member?: Member | undefined }> {
  yield { node, pointer, keys, member };
  if (node.kind === 'object') {
    for (const inner of node.members) {
      yield* walk(inner.value, `${pointer}/${escapePointer(inner.key)}`, [...keys, inner.key], inner);
    }
  } else if (node.kind === 'array') {
    for (const [index, item] of node.items.entries()) yield* walk(item, `${pointer}/${index}`, keys);
  }
}

export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function pointerKeys(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
