import type { Diagnostic } from '@writ/diagnostics';
import { finding } from './finding-codes.ts';
import { credentialsFile } from './credentials-file.ts';
import { eraFindings } from './era-findings.ts';
import { eraKey } from './eras.ts';
import { MAX_FINDINGS } from './findings-limit.ts';
import { escapePointer } from './json/tree.ts';
import { isOldUsers, placeOf, type JsonValue, type Model } from './model.ts';
import { nameOf } from './names.ts';
import { configSchema, itemsOf, keysOf, knownKeys, parts, type Schema } from './schema-view.ts';
import { unknownKey, type UnknownKey } from './unknown-key.ts';

export interface KeyOptions {
  /** Of the configuration, for the command that converts it. */
  readonly file: string;
  /** Keys of the credentials that the configuration names. */
  readonly secretNames: ReadonlySet<string>;
}

/** Keys that Writ does not know, keys of other programs, and keys that count as absent. */
export function checkKeys(model: Model, { file, secretNames }: KeyOptions): Diagnostic[] {
  const unknown = model.keysMoved
    ? []
    : unknownKeys(model.full, [configSchema], '').filter(
        ({ pointer, key }) => !(depthOf(pointer) === 1 && secretNames.has(key)),
      );
  const ofEras = unknown.filter(({ pointer, key }) => depthOf(pointer) === 1 && eraKey(key) !== undefined);
  const known = new Set(ofEras);
  const others = model.bracketsWrong ? [] : unknown.filter((key) => !known.has(key));
  return [
    ...unknownFindings(model, others),
    ...eraFindings(
      model,
      ofEras.map(({ key }) => key),
      file,
    ),
    ...nullNotes(model),
    ...credentialsFile(model, file),
  ];
}

/** What was meant is looked up for those that can be shown: for each of 40,000 keys it takes seconds. */
function unknownFindings(model: Model, keys: readonly UnknownKey[]): Diagnostic[] {
  const offset = ({ pointer }: UnknownKey): number => placeOf(model, pointer, 'key').range?.start.offset ?? 0;
  const shown = new Set(
    keys.length <= MAX_FINDINGS
      ? keys
      : keys
          .map((key) => ({ key, at: offset(key) }))
          .toSorted((one, other) => one.at - other.at)
          .slice(0, MAX_FINDINGS)
          .map(({ key }) => key),
  );
  return keys.map((key) => unknownKey(model, key, shown.has(key)));
}

function unknownKeys(
  value: JsonValue | undefined,
  schemas: readonly Schema[],
  pointer: string,
): UnknownKey[] {
  if (schemas.length === 0 || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => unknownKeys(item, itemsOf(schemas), `${pointer}/${index}`));
  }
  const { keys, others } = keysOf(schemas);
  const isObject = schemas.flatMap(parts).some(({ type }) => type === 'object');
  if (!isObject || isOldUsers(value, pointer)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const place = `${pointer}/${escapePointer(key)}`;
    const schema = keys.get(key);
    if (schema !== undefined) return unknownKeys(inner, [schema], place);
    if (others.length > 0) return unknownKeys(inner, others, place);
    return key === '$schema' || key.startsWith('x-')
      ? []
      : [{ pointer: place, key, known: [...keys.keys()] }];
  });
}

function depthOf(pointer: string): number {
  return pointer.split('/').length - 1;
}

function isCredential(key: string): boolean {
  return key === '!root-password' || key === '!users';
}

function nullNotes(model: Model): Diagnostic[] {
  const keys = knownKeys().map(({ path, required }) => ({ name: path.join('.'), required }));
  const names = new Set(keys.flatMap(({ name, required }) => (required ? [] : [name])));
  return model.nulls.flatMap((pointer) => {
    const name = nameOf(pointer).replaceAll(/\[\d+\]/g, '');
    // What must be there is an error of its own.
    if (
      !(names.has(name) || pointer.startsWith('/mirror-region/')) ||
      (isCredential(name) && !Object.keys(model.value).some(isCredential))
    )
      return [];
    return [
      finding('null-is-absent', {
        ...placeOf(model, pointer),
        message: `${nameOf(pointer)} is null, which counts as absent`,
        hint: 'remove the key',
      }),
    ];
  });
}
