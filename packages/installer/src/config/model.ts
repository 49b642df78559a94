import type { Diagnostic, OffsetRange, SourceText } from '@writ/diagnostics';
import { finding } from './finding-codes.ts';
import type { Document } from './document.ts';
import { escapePointer, pointerKeys, type JsonNode, type Member } from './json/tree.ts';
import { isKnownName } from './known-names.ts';
import { isSecretKey, displayKeys } from './secrets.ts';

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

export interface NodeLocation {
  readonly source: SourceText;
  readonly node: JsonNode;
  readonly member?: Member;
}

/** What stands in the files, joined: values for the rules, places for the findings. */
export interface Model {
  /** Without the keys whose value is null: they count as absent. */
  readonly value: JsonObject;
  /** With them. */
  readonly full: JsonObject;
  /** By pointer; also of what counts as absent. */
  readonly locations: ReadonlyMap<string, NodeLocation>;
  /** Pointers of what could not be read: a finding about it would only repeat the fault. */
  readonly unread: ReadonlySet<string>;
  /** Pointers of values that may be secrets which the file's faults have put under another key. */
  readonly hidden: ReadonlySet<string>;
  /** Pointers of the nulls. */
  readonly nulls: readonly string[];
  /** That a key is absent, or unknown, says nothing then. */
  readonly bracketsWrong: boolean;
  /** The wrong brackets are such that keys may stand in another object than they were meant for. */
  readonly keysMoved: boolean;
  /** Credentials are given, and nothing of them could be read. */
  readonly credentialsUnread: boolean;
  readonly findings: readonly Diagnostic[];
}

/** Where in a value a finding points: at the value, at its key, or at the bracket that opens it. */
export type LocationPart = 'value' | 'key' | 'open';

/** Joins a configuration and the credentials given for it, which win key by key. */
export function buildModel(config: Document, creds?: Document): Model | undefined {
  if (config.root === undefined) return undefined;
  const locations = new Map<string, NodeLocation>();
  const unread = new Set<string>();
  const hidden = new Set<string>();
  const nulls = new Set<string>();
  const findings: Diagnostic[] = [];
  const full = objectOf(config.root, '', config) as JsonObject;
  if (creds?.root !== undefined) {
    for (const { key } of creds.root.members) forget(`/${escapePointer(key)}`);
    const root = locations.get('');
    Object.assign(full, objectOf(creds.root, '', creds));
    if (root !== undefined) locations.set('', root);
  }
  const bracketsWrong = config.bracketsWrong || creds?.bracketsWrong === true;
  const value = withoutNulls(full) as JsonObject;
  const credentialsUnread = creds !== undefined && creds.root === undefined;
  return {
    value,
    full,
    locations,
    unread,
    hidden,
    nulls: [...nulls],
    bracketsWrong,
    keysMoved: config.keysMoved || creds?.keysMoved === true,
    credentialsUnread,
    findings,
  };

  /** A key of the credentials replaces the configuration's as a whole. */
  function forget(pointer: string): void {
    for (const known of locations.keys()) {
      if (known !== pointer && !known.startsWith(`${pointer}/`)) continue;
      locations.delete(known);
      nulls.delete(known);
      unread.delete(known);
      hidden.delete(known);
    }
  }

  function objectOf(node: JsonNode, pointer: string, document: Document, member?: Member): JsonValue {
    const { source, isHidden } = document;
    locations.set(pointer, member === undefined ? { source, node } : { source, node, member });
    if (node.kind === 'invalid') unread.add(pointer);
    else if (node.kind !== 'object' && node.kind !== 'array' && isHidden(node)) hidden.add(pointer);
    if (node.kind === 'array')
      return node.items.map((item, index) => objectOf(item, `${pointer}/${index}`, document));
    if (node.kind !== 'object') return node.value;
    // No prototype: a key may be called constructor, or __proto__.
    const object = Object.create(null) as JsonObject;
    const first = new Map<string, Member>();
    for (const inner of node.members) {
      // With a fault beside it, a secret may have become a key.
      if (isHidden(inner.keyRange) && !isKnownName(inner.key)) continue;
      const place = `${pointer}/${escapePointer(inner.key)}`;
      const before = first.get(inner.key);
      if (before === undefined) first.set(inner.key, inner);
      else findings.push(duplicateKey(source, place, inner, before));
      const held = objectOf(inner.value, place, document, inner);
      // Of two equal keys the last one counts, as for every reader of JSON.
      object[inner.key] = held;
      if (inner.value.kind === 'null') nulls.add(place);
      else nulls.delete(place);
    }
    return object;
  }
}

function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const object = Object.create(null) as JsonObject;
  for (const [key, inner] of Object.entries(value)) if (inner !== null) object[key] = withoutNulls(inner);
  return object;
}

function duplicateKey(source: SourceText, pointer: string, member: Member, first: Member): Diagnostic {
  const at = ({ start, end }: OffsetRange): Diagnostic['range'] => source.rangeAt(start, end);
  return finding('duplicate-key', {
    file: source.name,
    pointer: displayPointer(pointer),
    range: at(member.keyRange)!,
    message: `the key ${JSON.stringify(displayKeys(pointerKeys(pointer)).at(-1))} stands twice in this object`,
    hint: 'remove one of them: readers of JSON take the last',
    related: [{ message: 'the first stands here', file: source.name, range: at(first.keyRange)! }],
  });
}

/** A pointer without what is secret in its keys, such as a password in an address. */
export function displayPointer(pointer: string): string {
  return displayKeys(pointerKeys(pointer))
    .map((key) => `/${escapePointer(key)}`)
    .join('');
}

/** Whether the value at a pointer is a secret, or may be one. */
export function isSecretAt({ hidden }: Model, pointer: string): boolean {
  if (pointerKeys(pointer).some(isSecretKey)) return true;
  return [...hidden].some((place) => place === pointer || place.startsWith(`${pointer}/`));
}

/** File and range of what a pointer names; of the nearest outer value when it is not there. */
export function locatePointer(
  model: Model,
  pointer: string,
  at: LocationPart = 'value',
): Pick<Diagnostic, 'file' | 'range' | 'pointer'> {
  let known = pointer;
  while (!model.locations.has(known) && known !== '') known = known.slice(0, known.lastIndexOf('/'));
  const place = model.locations.get(known);
  if (place === undefined) return { pointer: displayPointer(pointer) };
  const { source, node, member } = place;
  const aim = known === pointer ? at : 'open';
  const { start, end: last } = aim === 'key' && member !== undefined ? member.keyRange : node;
  const container = node.kind === 'object' || node.kind === 'array';
  const end = aim === 'open' && container ? start + 1 : last;
  return { file: source.name, pointer: displayPointer(pointer), range: source.rangeAt(start, end) };
}

export function valueAt(model: Model, pointer: string): unknown {
  let value: unknown = model.value;
  for (const key of pointerKeys(pointer)) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** Also those that are null. */
export function topLevelKeys({ locations }: Model): string[] {
  return [...locations].flatMap(([pointer, { member }]) =>
    member !== undefined && pointerKeys(pointer).length === 1 ? [member.key] : [],
  );
}

/** The form of the oldest versions, a user's name as key: one of the names may be `username`. */
export function isUsersByName(value: unknown, pointer: string): boolean {
  if (pointer !== '/!users' || typeof value !== 'object' || value === null || Array.isArray(value))
    return false;
  const inner: unknown[] = Object.values(value);
  return (
    inner.length > 0 &&
    inner.every((user) => typeof user === 'object' && user !== null && !Array.isArray(user))
  );
}
