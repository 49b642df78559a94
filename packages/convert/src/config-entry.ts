import type { SourceText } from '@writ/diagnostics';
import {
  escapePointer,
  type JsonNode,
  type JsonObject,
  type JsonValue,
  type Model,
} from '@writ/installer/internal';

/** A value of one of the files to convert, with its location. */
export interface ConfigEntry {
  /** The key of the value; empty for an item of a list. */
  readonly key: string;
  readonly pointer: string;
  readonly kind: JsonNode['kind'];
  /** The name of the file. */
  readonly file: string;
  /** The value of a string; absent for any other kind. */
  readonly text?: string;
  /** The entries of a list or object; empty for any other kind. */
  readonly inner: readonly ConfigEntry[];
  /** Returns the entry for a key; undefined if the value is not an object with this key. */
  readonly get: (key: string) => ConfigEntry | undefined;
  /**
   * Returns the value for JSON.stringify. Numbers retain their notation, and references to known secrets are
   * replaced by the secrets.
   */
  readonly value: () => JsonValue;
}

/** Returns the value of a referenced secret; undefined for an unknown name. */
export type SecretLookup = (name: string) => JsonValue | undefined;

export function createEntry(
  node: JsonNode,
  pointer: string,
  { source, named, key = '' }: { source: SourceText; named: SecretLookup; key?: string },
): ConfigEntry {
  const of = (inner: JsonNode, step: string, innerKey: string): ConfigEntry =>
    createEntry(inner, `${pointer}/${escapePointer(step)}`, { source, named, key: innerKey });
  const inner =
    node.kind === 'object'
      ? node.members.map((member) => of(member.value, member.key, member.key))
      : node.kind === 'array'
        ? node.items.map((item, index) => of(item, String(index), ''))
        : [];
  return {
    key,
    pointer,
    kind: node.kind,
    file: source.name,
    inner,
    get: (name) => (node.kind === 'object' ? inner.find((item) => item.key === name) : undefined),
    value: () => valueOf(node, source.text, named),
    ...(node.kind === 'string' ? { text: String(node.value) } : {}),
  };
}

/** Returns the top-level entries, in file order. */
export function topLevelEntries(
  model: Model,
  named: (name: string) => JsonValue | undefined = () => undefined,
): ConfigEntry[] {
  return Object.keys(model.full).flatMap((key) => {
    const pointer = `/${escapePointer(key)}`;
    const place = model.locations.get(pointer);
    return place === undefined
      ? []
      : [createEntry(place.node, pointer, { source: place.source, named, key })];
  });
}

function valueOf(node: JsonNode, text: string, named: SecretLookup): JsonValue {
  if (node.kind === 'array') return node.items.map((item) => valueOf(item, text, named));
  if (node.kind === 'object') {
    const [only, ...more] = node.members;
    if (only?.key === '$secret' && more.length === 0 && only.value.kind === 'string') {
      const secret = named(String(only.value.value));
      if (secret !== undefined) return secret;
    }
    // The object has no prototype, because a key may be called __proto__.
    const object = Object.create(null) as JsonObject;
    for (const { key, value } of node.members) object[key] = valueOf(value, text, named);
    return object;
  }
  const written = text.slice(node.start, node.end);
  return node.kind === 'number' && String(node.value) !== written ? rawNumber(written) : node.value;
}

/**
 * Returns a value that JSON.stringify writes in the number's original notation, such as `1.0`, `1e999` or forty
 * digits.
 */
function rawNumber(written: string): JsonValue {
  return (JSON as unknown as { rawJSON: (text: string) => JsonValue }).rawJSON(written);
}
