import type { SourceText } from '@writ/diagnostics';
import {
  escapePointer,
  type JsonNode,
  type JsonObject,
  type JsonValue,
  type Model,
} from '@writ/installer/internal';

/** One value of the file that is converted, with its place. */
export interface ConfigEntry {
  /** Of the innermost key; empty for an item of a list. */
  readonly key: string;
  readonly pointer: string;
  readonly kind: JsonNode['kind'];
  /** The file that it stands in. */
  readonly file: string;
  /** Of a text. */
  readonly text?: string;
  /** Of a list or an object; none of anything else. */
  readonly inner: readonly ConfigEntry[];
  /** The value of a key of an object. */
  readonly get: (key: string) => ConfigEntry | undefined;
  /** As JSON.stringify takes it: a number keeps the form in which it is written. */
  readonly value: () => JsonValue;
}

/** Gives what stands where a secret is only named; undefined when nothing is known of that name. */
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

/** The keys of the outermost object, in the order of the files. */
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
      const given = named(String(only.value.value));
      if (given !== undefined) return given;
    }
    // No prototype: a key may be called __proto__.
    const object = Object.create(null) as JsonObject;
    for (const { key, value } of node.members) object[key] = valueOf(value, text, named);
    return object;
  }
  const written = text.slice(node.start, node.end);
  return node.kind === 'number' && String(node.value) !== written ? rawNumber(written) : node.value;
}

/** `1e999` and forty digits are no numbers of JavaScript, and still what the file says. */
function rawNumber(written: string): JsonValue {
  return (JSON as unknown as { rawJSON: (text: string) => JsonValue }).rawJSON(written);
}
