import { nearest, type Diagnostic } from '@writ/diagnostics';
import { finding } from './codes.ts';
import { eraKey, programOf } from './eras.ts';
import { escapePointer } from './json/tree.ts';
import { placeOf, type JsonObject, type JsonValue, type Model } from './model.ts';
import { allOf, nameOf } from './names.ts';
import { configSchema, itemsOf, keysOf, knownKeys, parts, type Schema } from './schema-view.ts';
import { withoutSecrets } from './secrets.ts';

export interface KeyOptions {
  /** Of the configuration, for the command that converts it. */
  readonly file: string;
  /** Keys of the credentials that the configuration names. */
  readonly secretNames: ReadonlySet<string>;
}

/** Keys that Writ does not know, keys of other programs, and keys that count as absent. */
export function checkKeys(model: Model, { file, secretNames }: KeyOptions): Diagnostic[] {
  const unknown = model.bracketsWrong
    ? []
    : unknownKeys(model.full, [configSchema], '').filter(
        ({ pointer, key }) => !(depthOf(pointer) === 1 && secretNames.has(key)),
      );
  const ofEras = unknown.filter(({ pointer, key }) => depthOf(pointer) === 1 && eraKey(key) !== undefined);
  const others = unknown.filter((key) => !ofEras.includes(key));
  return [
    ...others.map((key) => unknownKey(model, key)),
    ...eraFindings(
      model,
      ofEras.map(({ key }) => key),
      file,
    ),
    ...nullNotes(model),
    ...credentialsFile(model),
  ];
}

/** Keys of another program that gave orders about disks, encryption or credentials: an installation is refused. */
export function refusedKeys(model: Model): string[] {
  return Object.keys(model.value).filter((key) => eraKey(key)?.orders === true);
}

interface UnknownKey {
  readonly pointer: string;
  readonly key: string;
  /** Those that may stand in the same object. */
  readonly known: readonly string[];
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

/** The form of the oldest versions, a user's name as key: what it lacks says all. */
function isOldUsers(value: JsonObject, pointer: string): boolean {
  const inner = Object.values(value);
  return (
    pointer === '/!users' &&
    inner.length > 0 &&
    inner.every((user) => typeof user === 'object' && user !== null && !Array.isArray(user)) &&
    value['username'] === undefined
  );
}

function unknownKey(model: Model, { pointer, key, known }: UnknownKey): Diagnostic {
  const close = nearest(
    key,
    known.filter((other) => other !== '$schema'),
  );
  const elsewhere = knownKeys().find(({ path }) => path.at(-1) === key || path.at(-1) === close);
  const outer = pointer.slice(0, pointer.lastIndexOf('/'));
  const there = elsewhere?.path.slice(0, -1).join('.');
  const hint =
    close !== undefined
      ? `did you mean ${JSON.stringify(close)}?`
      : there === undefined ||
          nameOf(outer)
            .replaceAll(/\[\d+\]/g, '')
            .startsWith(key) ||
          there === nameOf(outer)
        ? 'remove it, or begin its name with x- when it is a remark of yours'
        : there === ''
          ? 'it belongs to the outermost object'
          : `it belongs into ${JSON.stringify(there)}`;
  const where = outer === '' ? '' : ` of ${nameOf(outer)}`;
  return finding('unknown-key', {
    ...placeOf(model, pointer, 'key'),
    message: `${JSON.stringify(withoutSecrets(key))} is no key${where} that Writ knows; it has no effect`,
    hint,
  });
}

function depthOf(pointer: string): number {
  return pointer.split('/').length - 1;
}

function eraFindings(model: Model, keys: readonly string[], file: string): Diagnostic[] {
  if (keys.length === 0) return [];
  const program = programOf(topLevelKeys(model), model.value['version'] ?? model.value['config_version']);
  const hint = `${file === '-' || file.includes(' ') ? 'writ convert' : `writ convert ${file}`}, which comes with a later version, writes what they say with the keys of this format`;
  const refused = new Set(refusedKeys(model));
  const orders = keys.filter((key) => refused.has(key));
  const others = keys.filter((key) => !refused.has(key));
  const findings: Diagnostic[] = [];
  const [firstOther] = others;
  if (firstOther !== undefined) {
    findings.push(
      finding('other-era', {
        ...placeOf(model, `/${escapePointer(firstOther)}`, 'key'),
        message: `${counted(others)} of ${program} and ${others.length === 1 ? 'has' : 'have'} no effect here: ${listed(model, others)}`,
        hint,
      }),
    );
  }
  const [firstOrder] = orders;
  if (firstOrder !== undefined) {
    findings.push(
      finding('orders-of-another-era', {
        ...placeOf(model, `/${escapePointer(firstOrder)}`, 'key'),
        message: `${counted(orders)} of ${program} and ${orders.length === 1 ? 'gives' : 'give'} orders about disks, encryption or credentials that have no effect here: ${listed(model, orders)}; writ install refuses while ${orders.length === 1 ? 'it stands' : 'they stand'} here`,
        hint: `${hint}; or remove ${orders.length === 1 ? 'it' : 'them'}`,
      }),
    );
  }
  return findings;
}

function counted(keys: readonly string[]): string {
  return keys.length === 1 ? 'a key is' : `${keys.length} keys are`;
}

/** Each with its line, and with what holds the same here. */
function listed(model: Model, keys: readonly string[]): string {
  return keys
    .map((key) => {
      const line = placeOf(model, `/${escapePointer(key)}`, 'key').range?.start.line;
      const now = eraKey(key)?.now;
      return `"${key}" (line ${line}${now === undefined ? '' : `, now ${now}`})`;
    })
    .join(', ');
}

/** Also those that are null. */
function topLevelKeys(model: Model): string[] {
  return [...model.places].flatMap(([pointer, { member }]) =>
    member !== undefined && depthOf(pointer) === 1 ? [member.key] : [],
  );
}

function nullNotes(model: Model): Diagnostic[] {
  const names = new Set(knownKeys().map(({ path }) => path.join('.')));
  return model.nulls.flatMap((pointer) => {
    const name = nameOf(pointer).replaceAll(/\[\d+\]/g, '');
    // What must be there is an error of its own.
    if (
      !names.has(name) ||
      (configSchema.required ?? []).includes(name) ||
      /^!(root-password|users)$/.test(name)
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

const credentialKeys = new Set([
  '!root-password',
  '!users',
  'users',
  'root_enc_password',
  'encryption_password',
  '!encryption-password',
]);

/** What most people keep in a second file, checked as if it were the first. */
function credentialsFile(model: Model): Diagnostic[] {
  const keys = topLevelKeys(model);
  if (keys.length === 0 || !keys.every((key) => credentialKeys.has(key))) return [];
  return [
    finding('credentials-file', {
      ...placeOf(model, '', 'open'),
      message: `this file holds only credentials: ${allOf(keys)}`,
      hint: 'give it beside a configuration: writ check CONFIG --creds FILE',
    }),
  ];
}
