/** @module The published configuration schema, and explanations of its keys. */
import { nearest } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { pointerKeys } from './pointers.ts';
import {
  schemaItems,
  schemaKeys,
  knownKeys,
  configSchema,
  expandSchema,
  type Schema,
} from './schema-view.ts';
import schema from '../schema/schema.json' with { type: 'json' };

/** The explanation of a configuration key. */
export interface Explanation {
  /** The full path, such as `profile.gfx_driver`. NAME represents a freely chosen key. */
  readonly key: string;
  readonly meaning: string;
  /** The types that the value may have, or all allowed values. */
  readonly values: readonly string[];
  readonly required: boolean;
  readonly secret: boolean;
  /** The default as JSON; absent for a key without a default. */
  readonly default?: string;
  /** The effect of omitting a key that has no default. */
  readonly absent?: string;
  /** The case in which `absent` applies, such as `for zram`; missing if it always applies. */
  readonly absentWhen?: string;
  /** The condition under which the key is required, as a sentence: `Required for a file or a partition`. */
  readonly requiredWhen?: string;
  /** Examples as JSON. */
  readonly examples: readonly string[];
  /** The version of the schema that introduced the key. */
  readonly since: string;
  /** The paths of all nested keys. */
  readonly keys: readonly string[];
}

/** Returns the published JSON Schema as a string. */
export function schemaText(): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/**
 * Explains all keys that match a name. The name is a full path (`profile.main`, `network_config.nics[0].ip`), a
 * JSON pointer (`/network_config/nics/0/ip`), or the last part of a path. If no key matches, `near` is a
 * similar name, if there is one.
 */
export function explainKey(name: string): { explanations: readonly Explanation[]; near?: string } {
  const keys = parseKeyName(name);
  const resolved = resolveKey(keys);
  if (resolved !== undefined) return { explanations: [toExplanation(resolved)] };
  const known = knownKeys();
  const found = keys.length === 1 ? known.filter(({ path }) => path.at(-1) === keys[0]) : [];
  if (found.length > 0) return { explanations: found.map(toExplanation) };
  // The path is wrong, or the key is misspelt.
  const elsewhere = known.find(({ path }) => path.at(-1) === keys.at(-1))?.path.join('.');
  const names = [...new Set(known.flatMap(({ path }) => [path.join('.'), path.at(-1) ?? '']))];
  const near = elsewhere ?? nearest(keys.join('.'), names) ?? nearest(keys.at(-1) ?? '', names);
  return { explanations: [], ...defined({ near }) };
}

interface ResolvedKey {
  readonly path: readonly string[];
  readonly schema: Schema;
  readonly required: boolean;
}

/** Splits a name into keys and list indices. */
function parseKeyName(name: string): string[] {
  if (/^#?\//.test(name)) return pointerKeys(name.replace(/^#/, ''));
  return name
    .replaceAll(/\[(\d*)\]/g, '.$1')
    .split('.')
    .filter((key) => key !== '');
}

/** Finds the schema at a path from the top level; list indices are skipped. */
function resolveKey(keys: readonly string[]): ResolvedKey | undefined {
  let here: Schema[] = [configSchema];
  let found: ResolvedKey | undefined;
  for (const key of keys) {
    const items = schemaItems(here);
    if (/^\d+$/.test(key) && items.length > 0) {
      here = items;
      continue;
    }
    const outer = [...here, ...items];
    const { keys: inner, others } = schemaKeys(outer);
    const own = inner.get(key);
    const next = own ?? others.flatMap(expandSchema).find(({ description }) => description !== undefined);
    if (next === undefined) return undefined;
    const path = [...(found?.path ?? []), own === undefined ? 'NAME' : key];
    found = { path, schema: next, required: isRequired(outer, key) };
    here = own === undefined ? [...others] : [own];
  }
  return found;
}

function isRequired(outer: readonly Schema[], key: string): boolean {
  const described = outer
    .flatMap(expandSchema)
    .filter(({ properties }) => !Object.values(properties ?? {}).includes(true as never));
  return described.some(({ required = [] }) => required.includes(key));
}

function toExplanation({ path, schema: of, required }: ResolvedKey): Explanation {
  const { default: byDefault, examples = [] } = of;
  const key = path.join('.');
  const sentences = (of.description ?? '').split(/(?<=\.) /);
  const [, absentWhen, absent] = firstMatch(sentences, /\babsent( for [^:]+)?[^:]*: (.+)\.$/i);
  const [requiredWhen] = firstMatch(sentences, /^Required[ ,].*(?=\.$)/);
  return {
    key,
    meaning: of.description ?? '',
    values: describeValues(of),
    required,
    secret: of['x-secret'] === true,
    ...(byDefault === undefined ? {} : { default: JSON.stringify(byDefault) }),
    ...defined({ absent, absentWhen: absentWhen?.trim(), requiredWhen }),
    examples: examples.map((example) => JSON.stringify(example)),
    since: of['x-since'] ?? '1.0',
    keys: knownKeys([of, ...schemaItems([of])], path).map((inner) => inner.path.join('.')),
  };
}

function firstMatch(sentences: readonly string[], pattern: RegExp): readonly (string | undefined)[] {
  return sentences.map((sentence) => pattern.exec(sentence)).find((match) => match !== null) ?? [];
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  integer: 'a whole number',
  object: 'an object',
  array: 'a list',
};

function describeValues(of: Schema): string[] {
  const alternatives = expandSchema(of);
  const names = alternatives.flatMap((part) => part.enum ?? []);
  if (names.length > 0) return names.map((value) => JSON.stringify(value));
  return [...new Set(alternatives.map(describeType))].filter((text) => text !== '');
}

const pluralTypeNames: Readonly<Record<string, string>> = { string: 'strings', object: 'objects' };

function describeType({ type = '', items, minItems, maxItems, minimum, maximum }: Schema): string {
  if (minimum !== undefined && maximum !== undefined)
    return `${typeNames[type] ?? ''} from ${minimum} to ${maximum}`;
  if (type !== 'array' || items === undefined) return typeNames[type] ?? '';
  const inner = expandSchema(items);
  const names = inner.flatMap((part) => part.enum ?? []);
  const list =
    names.length > 0
      ? `a list of ${names.map((value) => JSON.stringify(value)).join(', ')}`
      : `a list of ${Object.keys(pluralTypeNames)
          .filter((name) => inner.some((part) => part.type === name))
          .map((name) => pluralTypeNames[name])
          .join(' or ')}`;
  const bounds = [
    ...(minItems === undefined ? [] : [`at least ${minItems}`]),
    ...(maxItems === undefined ? [] : [`at most ${maxItems}`]),
  ];
  return [list, ...bounds].join(', ');
}
