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
