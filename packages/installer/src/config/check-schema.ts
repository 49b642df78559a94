import { phrase, type Diagnostic } from '@writ/diagnostics';
import { term } from '../terms.ts';
import { defined } from '@writ/diagnostics/internal';
import {
  describeFormat,
  suggestAlternative,
  suggestFormat,
  suggestRewrite,
  suggestValue,
} from './value-suggestions.ts';
import { finding, type Details, type RuleName } from './finding-codes.ts';
import { findLegacyKey } from './legacy-keys.ts';
import { MAX_FINDINGS } from './findings-limit.ts';
import { escapePointer, pointerKeys } from './pointers.ts';
import { isUsersByName, isSecretAt, locatePointer, valueAt, type LocationPart, type Model } from './model.ts';
import { describeType, describeValueType, keyPath, joinWithOr } from './wording.ts';
import { knownRegions } from './checks/mirrors.ts';
import { suggest } from './suggestion.ts';
import { describeSizes, isSize } from './sizes.ts';
import { configSchema, expandSchema, schemaItems, schemaKeys, type Schema } from './schema-view.ts';
import { displayValue, maskSecrets } from './secrets.ts';
import { EXTENSION, nearestKey } from './unknown-key.ts';
import { validate, type SchemaError } from '../schema/validate.gen.ts';

export interface SchemaCheck {
  readonly findings: readonly Diagnostic[];
  /** Pointers of invalid values, which other checks skip. */
  readonly wrong: ReadonlySet<string>;
  /** The number of schema errors for which no finding was created, because there are too many. */
  readonly omitted: number;
}

/**
 * Maximum number of schema errors for which findings are created. Only the first {@link MAX_FINDINGS} findings are
 * listed.
 */
const MAX_DESCRIBED = 2 * MAX_FINDINGS;

/** Whether a dedicated check reports a pattern mismatch more clearly. */
function hasOwnCheck(keyword: string, pointer: string): boolean {
  return keyword === 'pattern' && /^\/(hostname|!users(\/\d+)?\/username)$/.test(pointer);
}

/** Whether the checks rely on an object's required keys. The checks of other objects accept incomplete ones. */
function isExtension(pointer: string): boolean {
  return pointer.startsWith('/x-writ/');
}

/** Checks a configuration against the schema. Each cause is reported once. */
export function checkSchema(model: Model): SchemaCheck {
  if (validate(model.value)) return { findings: [], wrong: new Set(), omitted: 0 };
  const errors = mergeAlternatives(validate.errors ?? []).filter(
    // Unknown keys are reported with a suggestion by checkKeys.
    ({ instancePath, keyword }) => keyword !== 'additionalProperties' && !isUnread(model, instancePath),
  );
  const findings = errors
    .slice(0, MAX_DESCRIBED)
    // The root's alternatives report missing credentials. The validator checks them first, but the findings
    // are listed last.
    .toSorted((a, b) => Number(isAlternative(a)) - Number(isAlternative(b)))
    .flatMap((error) => toFindings(error, model));
  const wrong = errors
    // The items of a list that is too long are still valid.
    .filter(
      ({ keyword, instancePath }) =>
        keyword !== 'maxItems' &&
        (keyword !== 'required' || isExtension(instancePath)) &&
        !hasOwnCheck(keyword, instancePath),
    )
    .map(({ instancePath }) => instancePath);
  return {
    findings,
    wrong: new Set(wrong.filter((pointer) => pointer !== '')),
    omitted: Math.max(0, errors.length - MAX_DESCRIBED),
  };
}

function isAlternative({ schemaPath }: SchemaError): boolean {
  return schemaPath.startsWith('#/anyOf/');
}

/** Whether the error is about the pattern of a string, which is omitted, and not about a property name. */
function isStringPattern(error: SchemaError): boolean {
  return error.keyword === 'pattern' && !('propertyName' in error);
}

function isUnread({ unread }: Model, pointer: string): boolean {
  return [...unread].some((place) => pointer === place || pointer.startsWith(`${place}/`));
}

/**
 * Reduces the errors of values with alternatives, because the validator reports the errors of every
 * alternative. The result contains only the errors of the alternative whose type matches the value, or one
 * error that lists the types.
 */
function mergeAlternatives(errors: readonly SchemaError[]): SchemaError[] {
  const alternatives = new Set(
    errors.filter(({ keyword }) => keyword === 'anyOf').map(({ instancePath }) => instancePath),
  );
  const typesAt = new Map<string, string[]>();
  for (const { keyword, instancePath, params } of errors) {
    if (keyword === 'type')
      typesAt.set(instancePath, [...(typesAt.get(instancePath) ?? []), String(params['type'])]);
  }
  // A value with nested errors, or with errors other than a type error, has the type of one of the alternatives.
  const withInnerErrors = new Set(errors.flatMap(({ instancePath }) => ancestors(instancePath)));
  const matching = new Set(
    errors
      .filter((error) => !['anyOf', 'type'].includes(error.keyword) && !isStringPattern(error))
      .map(({ instancePath }) => instancePath),
  );
  const reported = new Set<string>();
  return errors.flatMap((error) => {
    const { keyword, instancePath, params } = error;
    // The validator also reports an invalid property name under `propertyNames`.
    if ((keyword === 'pattern' && 'propertyName' in error) || keyword === 'anyOf') return [];
    // A value of the wrong type is never one of the allowed values.
    if (keyword === 'enum' && typesAt.has(instancePath)) return [];
    if (!alternatives.has(instancePath) || instancePath === '') return [error];
    if (keyword === 'pattern') return [];
    if (keyword !== 'type') return [error];
    const types = typesAt.get(instancePath) ?? [];
    if (matching.has(instancePath) || withInnerErrors.has(instancePath)) return [];
    if (reported.has(instancePath)) return [];
    reported.add(instancePath);
    return [{ ...error, params: { ...params, type: types } }];
  });
}

/** Returns the pointers of the enclosing values other than the root: `/a` and `/a/b` for `/a/b/c`. */
function ancestors(pointer: string): string[] {
  const pointers: string[] = [];
  for (let end = pointer.indexOf('/', 1); end !== -1; end = pointer.indexOf('/', end + 1)) {
    pointers.push(pointer.slice(0, end));
  }
  return pointers;
}

function toFindings(error: SchemaError, model: Model): Diagnostic[] {
  const { instancePath: pointer, params, keyword } = error;
  const report = (
    rule: RuleName,
    rest: Pick<Details, 'message' | 'expected' | 'hint' | 'correction'>,
    at: LocationPart = 'value',
    where = pointer,
  ): Diagnostic[] => [finding(rule, { ...locatePointer(model, where, at), ...rest })];
  const value = valueAt(model, pointer);
  const name = keyPath(pointer);
  switch (keyword) {
    case 'enum': {
      const allowed = params['allowedValues'] as string[];
      const wanted = suggestValue(value, allowed);
      const isNoAudio = pointer === '/audio_config/audio' && /^(none|no audio server)$/i.test(String(value));
      return report('not-allowed', {
        message: `${displayValue(value, isSecretAt(model, pointer))} is not allowed for ${name}`,
        expected: joinWithOr(allowed),
        ...(isNoAudio
          ? { hint: 'remove audio_config: without it, no audio server is installed' }
          : wanted === undefined
            ? suggestAlternative(pointer, value)
            : suggest(wanted)),
      });
    }
    case 'type': {
      const types = [params['type']].flat() as string[];
      const suggestion = isSecretAt(model, pointer)
        ? undefined
        : (suggestFormat(pointer, value) ??
          suggestRewrite(pointer, value, types, (text) => isAllowedString(pointer, text)));
      return report('wrong-type', {
        message: `${name === '' ? 'the configuration' : name} is ${isSecretAt(model, pointer) ? describeValueType(value).replace(/^(true|false)$/, 'a Boolean') : describeValueType(value)}, but must be ${joinWithOr(types, describeType)}`,
        expected: describeExpected(pointer, types),
        ...suggestion,
      });
    }
    case 'required':
      return describeMissingKey(String(params['missingProperty']), pointer, model);
    case 'propertyNames': {
      const address = String(params['propertyName']);
      const where = `${pointer}/${escapePointer(address)}`;
      return report(
        'wrong-address',
        describeMirrorAddress(address, isSecretAt(model, pointer)),
        'key',
        where,
      );
    }
    case 'pattern':
      if (hasOwnCheck(keyword, pointer)) return [];
      return pointer.startsWith(EXTENSION)
        ? report('wrong-format', {
            message: `${displayValue(value, isSecretAt(model, pointer))} is not allowed for ${name}`,
            ...expectFormat(pointer),
            ...(isSecretAt(model, pointer)
              ? undefined
              : (suggestFormat(pointer, value) ?? suggestRewrite(pointer, value, []))),
          })
        : report('wrong-address', describeMirrorAddress(String(value), isSecretAt(model, pointer)));
    case 'maxItems':
      return pointer === '/harddrives'
        ? report('too-many-drives', {
            message: `${name} lists ${(value as unknown[]).length} drives`,
            expected: 'at most two: the first for the system, the second for /home or RAID',
          })
        : report('wrong-format', {
            message: `${name} has ${(value as unknown[]).length} entries`,
            expected: `at most ${String(params['limit'])} entries`,
          });
    case 'minimum':
    case 'maximum':
      return report('wrong-format', {
        message: `${displayValue(value, isSecretAt(model, pointer))} is not allowed for ${name}`,
        expected: describeRange(pointer),
      });
    case 'minItems':
    case 'minLength':
      return report('empty-value', {
        message: `${name} is empty`,
        ...expectExample(pointer),
      });
    default:
      return report('wrong-type', { message: `${name} does not match the schema` });
  }
}

/**
 * Describes a missing required key. At the root, a missing root password and missing users are reported in one
 * finding, because one of them is sufficient.
 */
function describeMissingKey(key: string, pointer: string, model: Model): Diagnostic[] {
  const place = `${pointer}/${escapePointer(key)}`;
  if (model.unread.has(place)) return [];
  const isNull = model.locations.has(place);
  if (model.bracketsWrong && !isNull) return [];
  const credentials = pointer === '' && (key === '!root-password' || key === '!users');
  if (credentials) {
    const either = ['/!root-password', '/!users'];
    if (model.credentialsUnread || key === '!users' || either.some((other) => model.unread.has(other)))
      return [];
    const aNull = either.find((other) => model.locations.has(other));
    return [
      finding('no-credentials', {
        ...locatePointer(model, aNull ?? '', aNull === undefined ? 'open' : 'value'),
        message: 'neither !root-password nor !users is present, so no one could log in',
        expected: '"!root-password": "…", or "!users": { "username": "…", "!password": "…", "sudo": true }',
        hint: phrase`add one of them, or pass a second file that contains one of them ${term('asCredentials')}`,
        ...relatedKeys(model, ['!users', '!root-password']),
      }),
    ];
  }
  const example = exampleOf(place);
  const related = pointer === '' ? relatedKeys(model, [key]) : {};
  // A correction is offered only if no existing key looks like a misspelling of the missing one. It is offered only at
  // the top level, because the examples of inner keys do not suit every configuration.
  const isCertain = pointer === '' && related.related === undefined;
  return [
    finding('missing-key', {
      ...locatePointer(model, isNull ? place : pointer, isNull ? 'value' : 'open'),
      ...(example !== undefined &&
        isCertain &&
        (isNull ? { correction: example } : { replacement: { pointer: place, text: example } })),
      message: `${keyPath(place)} is ${isNull ? 'null, but must have a value' : 'missing'}`,
      ...(example === undefined ? {} : { expected: `${JSON.stringify(key)}: ${example}` }),
      ...(isUsersByName(valueAt(model, pointer), pointer)
        ? {
            hint: 'the oldest versions of archinstall used the name as a key; write it as the value of "username"',
          }
        : {}),
      ...related,
    }),
  ];
}

/**
 * Lists keys of the configuration that were probably written instead of a missing key: misspelt keys and
 * archinstall keys.
 */
function relatedKeys(model: Model, missingKeys: readonly string[]): Pick<Diagnostic, 'related'> {
  const known = [...schemaKeys([configSchema]).keys.keys()];
  const related = Object.keys(model.value).flatMap((key) => {
    const now = findLegacyKey(key)?.replacement;
    const close = known.includes(key) || now !== undefined ? undefined : nearestKey(key, known);
    const intended = missingKeys.find((missingKey) => missingKey === now || missingKey === close);
    if (intended === undefined) return [];
    const { file, range } = locatePointer(model, `/${escapePointer(key)}`, 'key');
    const message =
      now === undefined
        ? `was this meant to be ${intended}?`
        : `${key} is archinstall's name for ${intended}`;
    return [{ message, ...defined({ file, range }) }];
  });
  return related.length === 0 ? {} : { related };
}

function describeMirrorAddress(
  address: string,
  secret: boolean,
): Pick<Diagnostic, 'message' | 'expected' | 'hint'> {
  const expected = 'an address such as https://geo.mirror.pkgbuild.com/$repo/os/$arch';
  const describe = (message: string, hint?: string): Pick<Diagnostic, 'message' | 'expected' | 'hint'> => ({
    message: `${displayValue(address, secret)} ${message}`,
    expected,
    ...defined({ hint }),
  });
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) {
    return describe('is not the address of a mirror', secret ? undefined : suggestAddress(address));
  }
  if (!/^(https?|file):\/\//.test(address)) return describe('is not an http, https or file address');
  if (/\s/.test(address)) return describe('contains whitespace');
  if (/[?#]/.test(address))
    return describe(
      'contains ? or #, but file names are appended to the address',
      'remove the ? or # and everything after it',
    );
  const missing = ['$repo', '$arch'].filter((variable) => !address.includes(variable));
  if (missing.length === 0) return describe('is not the address of a mirror');
  const bare = !secret && missing.length === 2 && !address.includes('?');
  return describe(
    `does not contain ${missing.join(' and ')}`,
    bare ? `write ${maskSecrets(address.replace(/\/*$/, ''))}/$repo/os/$arch` : undefined,
  );
}

/**
 * Suggests the correct notation for the name of a region, a folder, or a server without a scheme; returns undefined
 * for other strings.
 */
function suggestAddress(text: string): string | undefined {
  if (Object.hasOwn(knownRegions, text)) {
    return `it is a region: write ${JSON.stringify(text)}: {} directly in mirror-region`;
  }
  const path = text.replace(/\/+$/, '');
  const names = text.includes('$') ? '' : '/$repo/os/$arch';
  if (/^\/[^\s?#]*$/.test(text)) return `write a folder as file://${path}${names}`;
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?(\/[^\s?#]*)?$/i.test(text)
    ? `write https://${path}${names} (or http:// if the server does not support https)`
    : undefined;
}

/** Describes the values that a key allows, for a value of the wrong type. */
function describeExpected(pointer: string, types: readonly string[]): string {
  if (isSize(pointer)) return describeSizes(pointer);
  const names = stringSchemas(pointer).flatMap((schema) => schema.enum ?? []);
  if (types.length === 1 && types[0] === 'string' && names.length > 0) return joinWithOr(names);
  // Booleans need no example.
  const example = types.includes('boolean') ? undefined : exampleOf(pointer);
  return `${joinWithOr(types, describeType)}${example === undefined ? '' : `, such as ${example}`}`;
}

function expectFormat(pointer: string): Pick<Diagnostic, 'expected'> {
  const expected = isSize(pointer) ? describeSizes(pointer) : describeFormat(pointer);
  return expected === undefined ? expectExample(pointer) : { expected };
}

/** Whether a string at a pointer matches the schema. */
function isAllowedString(pointer: string, text: string): boolean {
  return stringSchemas(pointer).every(
    ({ enum: names, pattern }) =>
      (names === undefined || names.includes(text)) &&
      (pattern === undefined || new RegExp(pattern).test(text)),
  );
}

function stringSchemas(pointer: string): readonly Schema[] {
  return schemasAt(pointer)
    .flatMap(expandSchema)
    .filter(({ type }) => type === 'string');
}

function expectExample(pointer: string): Pick<Diagnostic, 'expected'> {
  const example = exampleOf(pointer);
  return example === undefined ? {} : { expected: `a value such as ${example}` };
}

/** Returns the schema's first example for a pointer, as JSON; undefined if there is none. */
function exampleOf(pointer: string): string | undefined {
  const [example] = schemasAt(pointer).flatMap((schema) => schema.examples ?? []);
  return example === undefined ? undefined : JSON.stringify(example);
}

/** Describes the numbers that the schema allows at a pointer. */
function describeRange(pointer: string): string {
  const range = schemasAt(pointer).find(({ minimum }) => minimum !== undefined);
  return `a whole number from ${range?.minimum} to ${range?.maximum}`;
}

function schemasAt(pointer: string): readonly Schema[] {
  let here: readonly Schema[] = [configSchema];
  for (const key of pointerKeys(pointer)) {
    const { keys, others } = schemaKeys(here);
    const inner = keys.get(key);
    here = inner !== undefined ? [inner] : /^\d+$/.test(key) ? schemaItems(here) : others;
  }
  return here;
}
