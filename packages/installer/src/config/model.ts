import type { Diagnostic, OffsetRange, SourceText } from '@writ/diagnostics';
import { finding } from './finding-codes.ts';
import type { Document } from './document.ts';
import type { JsonNode, Member } from './json/tree.ts';
import { escapePointer, pointerKeys } from './pointers.ts';
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

/** The merged files: values for checks, and source locations for findings. */
export interface Model {
  /** The merged configuration without keys whose value is null, because they are ignored. */
  readonly value: JsonObject;
  /** The merged configuration, including keys whose value is null. */
  readonly full: JsonObject;
  /** Locations by pointer, including the locations of ignored values. */
  readonly locations: ReadonlyMap<string, NodeLocation>;
  /** Pointers of unreadable values. Another finding about such a value would repeat the syntax error. */
  readonly unread: ReadonlySet<string>;
  /** Pointers of values that may be secrets, because a syntax error may have moved them to another key. */
  readonly hidden: ReadonlySet<string>;
  /** Pointers of null values. */
  readonly nulls: readonly string[];
  /**
   * Whether a bracket is missing, superfluous or wrong, or there are too many faults. Missing and unknown keys are
   * then not reported.
   */
  readonly bracketsWrong: boolean;
  /** Whether keys may have been read into the wrong object. */
  readonly keysMoved: boolean;
  /** Whether credentials were passed but could not be read. */
  readonly credentialsUnread: boolean;
  readonly findings: readonly Diagnostic[];
}

/** The part of an entry that a finding marks: the value, its key, or its opening bracket. */
export type LocationPart = 'value' | 'key' | 'open';

/**
 * Merges a configuration and its credentials, whose keys take precedence; returns undefined if the configuration
 * contains no object.
 */
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

  /**
   * Removes the locations of a configuration key and of its nested values, which a key in the credentials replaces.
   */
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
    // The object has no prototype, because a key may be called constructor or __proto__.
    const object = Object.create(null) as JsonObject;
    const first = new Map<string, Member>();
    for (const inner of node.members) {
      // A nearby syntax error may have turned a secret into a key.
      if (isHidden(inner.keyRange) && !isKnownName(inner.key)) continue;
      const place = `${pointer}/${escapePointer(inner.key)}`;
      const before = first.get(inner.key);
      if (before === undefined) first.set(inner.key, inner);
      else findings.push(duplicateKey(source, place, inner, before));
      // Of duplicate keys, the last one is used, as in JSON.parse.
      object[inner.key] = objectOf(inner.value, place, document, inner);
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
    message: `the key ${JSON.stringify(displayKeys(pointerKeys(pointer)).at(-1))} occurs twice in this object`,
    hint: 'remove one of them, because JSON parsers differ in which one they use',
    related: [{ message: 'the first one is here', file: source.name, range: at(first.keyRange)! }],
  });
}

/** Masks secrets in a pointer, such as a password in an address. */
export function displayPointer(pointer: string): string {
  return displayKeys(pointerKeys(pointer))
    .map((key) => `/${escapePointer(key)}`)
    .join('');
}

/** Whether the value at a pointer is a secret, or may be or contain one. */
export function isSecretAt({ hidden }: Model, pointer: string): boolean {
  if (pointerKeys(pointer).some(isSecretKey)) return true;
  return [...hidden].some((place) => place === pointer || place.startsWith(`${pointer}/`));
}

/**
 * Returns the file and the range of a part of the entry at a pointer; if there is no such entry, of the opening
 * bracket of the nearest enclosing value.
 */
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

/** Returns the top-level keys, including those whose value is null. */
export function topLevelKeys({ locations }: Model): string[] {
  return [...locations].flatMap(([pointer, { member }]) =>
    member !== undefined && pointerKeys(pointer).length === 1 ? [member.key] : [],
  );
}

/** Whether users are keyed by name, as in the oldest format. A user name may be `username`. */
export function isUsersByName(value: unknown, pointer: string): boolean {
  if (pointer !== '/!users' || typeof value !== 'object' || value === null || Array.isArray(value))
    return false;
  const inner: unknown[] = Object.values(value);
  return (
    inner.length > 0 &&
    inner.every((user) => typeof user === 'object' && user !== null && !Array.isArray(user))
  );
}
