import type { Diagnostic } from '@writ/diagnostics';
import { finding } from './finding-codes.ts';
import { checkCredentialsFile } from './credentials-file.ts';
import { checkLegacyKeys } from './check-legacy-keys.ts';
import { findLegacyKey } from './legacy-keys.ts';
import { MAX_FINDINGS } from './findings-limit.ts';
import { escapePointer } from './pointers.ts';
import { isUsersByName, locatePointer, type JsonValue, type Model } from './model.ts';
import { keyPath } from './wording.ts';
import {
  configSchema,
  schemaItems,
  schemaKeys,
  knownKeys,
  expandSchema,
  type Schema,
} from './schema-view.ts';
import { describeUnknownKey, EXTENSION, nearestKey, type UnknownKey } from './unknown-key.ts';

export interface KeyOptions {
  /** The configuration's file name, for the suggested `writ convert` command. */
  readonly file: string;
  /** Names of the secrets that the configuration references. Top-level keys with these names are not reported. */
  readonly secretNames: ReadonlySet<string>;
}

/**
 * Reports unknown keys, archinstall keys, keys that are ignored because they are null, and a configuration that
 * contains only credentials.
 */
export function checkKeys(model: Model, { file, secretNames }: KeyOptions): Diagnostic[] {
  const unknown = model.keysMoved
    ? []
    : findUnknownKeys(model.full, [configSchema], '').filter(
        ({ pointer, key }) => !(depthOf(pointer) === 1 && secretNames.has(key)),
      );
  const legacyKeys = unknown.filter(
    ({ pointer, key }) => depthOf(pointer) === 1 && findLegacyKey(key) !== undefined,
  );
  const known = new Set(legacyKeys);
  const others = model.bracketsWrong ? [] : unknown.filter((key) => !known.has(key));
  return [
    ...unknownFindings(model, others),
    ...checkLegacyKeys(
      model,
      legacyKeys.map(({ key }) => key),
      file,
    ),
    ...checkNulls(model),
    ...checkCredentialsFile(model, file),
  ];
}

/**
 * Creates findings for unknown keys. Suggestions are computed only for findings that are listed, because
 * computing 40,000 suggestions would take seconds.
 */
function unknownFindings(model: Model, keys: readonly UnknownKey[]): Diagnostic[] {
  const offset = ({ pointer }: UnknownKey): number =>
    locatePointer(model, pointer, 'key').range?.start.offset ?? 0;
  const shown = new Set(
    keys.length <= MAX_FINDINGS
      ? keys
      : keys
          .map((key) => ({ key, at: offset(key) }))
          .toSorted((one, other) => one.at - other.at)
          .slice(0, MAX_FINDINGS)
          .map(({ key }) => key),
  );
  return withoutConflicts(keys.map((key) => describeUnknownKey(model, key, shown.has(key))));
}

/**
 * Omits a correction if an earlier unknown key in the same object has the same correction, because both keys would
 * get the same name.
 */
function withoutConflicts(findings: readonly Diagnostic[]): Diagnostic[] {
  const taken = new Set<string>();
  return findings.map((found) => {
    const { pointer = '', replacement, ...others } = found;
    if (replacement === undefined) return found;
    const name = `${pointer.slice(0, pointer.lastIndexOf('/'))}/${replacement.text}`;
    if (taken.has(name)) return { ...others, pointer };
    taken.add(name);
    return found;
  });
}

function findUnknownKeys(
  value: JsonValue | undefined,
  schemas: readonly Schema[],
  pointer: string,
): UnknownKey[] {
  if (schemas.length === 0 || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => findUnknownKeys(item, schemaItems(schemas), `${pointer}/${index}`));
  }
  const { keys, others } = schemaKeys(schemas);
  const isObject = schemas.flatMap(expandSchema).some(({ type }) => type === 'object');
  if (!isObject || isUsersByName(value, pointer)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const place = `${pointer}/${escapePointer(key)}`;
    const schema = keys.get(key);
    if (schema !== undefined) return findUnknownKeys(inner, [schema], place);
    if (others.length > 0) return findUnknownKeys(inner, others, place);
    return key === '$schema' || isNote(pointer, key)
      ? []
      : [{ pointer: place, key, known: [...keys.keys()] }];
  });
}

/**
 * Whether a key is a note, which any object outside `x-writ` may contain. At the top level, `x-disk` and misspellings
 * of `x-writ` are not notes.
 */
function isNote(outer: string, key: string): boolean {
  if (!key.startsWith('x-') || outer === EXTENSION || outer.startsWith(`${EXTENSION}/`)) return false;
  // Earlier versions reserved x-disk.
  return outer !== '' || (key !== 'x-disk' && nearestKey(key, ['x-writ']) === undefined);
}

function depthOf(pointer: string): number {
  return pointer.split('/').length - 1;
}

function isCredential(key: string): boolean {
  return key === '!root-password' || key === '!users';
}

const optionalKeys = new Set(knownKeys().flatMap(({ path, required }) => (required ? [] : [path.join('.')])));

function checkNulls(model: Model): Diagnostic[] {
  return model.nulls.flatMap((pointer) => {
    const name = keyPath(pointer).replaceAll(/\[\d+\]/g, '');
    // A required key that is null is reported as missing.
    if (
      !(optionalKeys.has(name) || pointer.startsWith('/mirror-region/')) ||
      (isCredential(name) && !Object.keys(model.value).some(isCredential))
    )
      return [];
    return [
      finding('null-is-absent', {
        ...locatePointer(model, pointer),
        message: `${keyPath(pointer)} is null and is therefore ignored`,
        hint: 'remove the key',
      }),
    ];
  });
}
