import type { OffsetRange } from '@writ/diagnostics';

/** A JSON value with its source range. */
export type JsonNode = ObjectNode | ArrayNode | ScalarNode;

export interface ObjectNode extends OffsetRange {
  readonly kind: 'object';
  /** Members in file order; a key may occur twice. */
  readonly members: readonly Member[];
}

export interface ArrayNode extends OffsetRange {
  readonly kind: 'array';
  readonly items: readonly JsonNode[];
}

export interface ScalarNode extends OffsetRange {
  /** `invalid` for a missing or unreadable value, which has a fault. */
  readonly kind: 'string' | 'number' | 'boolean' | 'null' | 'invalid';
  readonly value: string | number | boolean | null;
}

export interface Member {
  readonly key: string;
  /** The range of the key with its quotes. */
  readonly keyRange: OffsetRange;
  readonly value: JsonNode;
}

/** Yields all nodes with their JSON pointers (RFC 6901) and enclosing keys, outer nodes first. */
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
