import { nearest } from '@writ/diagnostics';
import { knownKeys, parts, type Schema } from './schema-view.ts';
import schema from './schema.json' with { type: 'json' };

/** What a key of a configuration means. */
export interface Explanation {
  /** With the keys around it: `profile.gfx_driver`. */
  readonly key: string;
  readonly meaning: string;
  /** What its value is: its type, or all the values that it may have. */
  readonly values: readonly string[];
  readonly required: boolean;
  readonly secret: boolean;
  /** As JSON; absent when there is none, and then nothing is done. */
  readonly default?: string;
  /** As JSON. */
  readonly examples: readonly string[];
  /** The version of the schema that has it first. */
  readonly since: string;
  /** The keys below it. */
  readonly keys: readonly string[];
}

/** The published JSON Schema as a text. */
export function schemaText(): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** Every key, by its whole name or its last part; `near` is what was probably meant when there is none. */
export function explainKey(name: string): { explanations: readonly Explanation[]; near?: string } {
  const plain = name
    .replaceAll(/\[\d*\]/g, '')
    .replace(/^[./]/, '')
    .replaceAll('/', '.');
  const all = knownKeys().map(({ path, ...rest }) => ({ ...rest, path, key: path.join('.') }));
  const whole = all.filter(({ key }) => key === plain);
  const found = whole.length > 0 ? whole : all.filter(({ path }) => path.at(-1) === plain);
  if (found.length === 0) {
    const near = nearest(plain, [...new Set(all.flatMap(({ key, path }) => [key, path.at(-1) ?? key]))]);
    return { explanations: [], ...(near === undefined ? {} : { near }) };
  }
  const explanations = found.map(({ key, schema: of, required }): Explanation => {
    const { default: byDefault, examples = [] } = of;
    return {
      key,
      meaning: of.description ?? '',
      values: valuesOf(of),
      required,
      secret: of['x-secret'] === true,
      ...(byDefault === undefined ? {} : { default: JSON.stringify(byDefault) }),
      examples: examples.map((example) => JSON.stringify(example)),
      since: of['x-since'] ?? '1.0',
      keys: all.filter((inner) => inner.key.startsWith(`${key}.`)).map((inner) => inner.key),
    };
  });
  return { explanations };
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

function valuesOf(of: Schema): string[] {
  const all = parts(of);
  const names = all.flatMap((part) => part.enum ?? []);
  if (names.length > 0) return names.map((value) => JSON.stringify(value));
  return [...new Set(all.map(kind))].filter((text) => text !== '');
}

function kind({ type = '', items }: Schema): string {
  if (type !== 'array' || items === undefined) return kinds[type] ?? '';
  const inner = parts(items);
  const names = inner.flatMap((part) => part.enum ?? []);
  if (names.length > 0) return `a list of ${names.map((value) => JSON.stringify(value)).join(', ')}`;
  return inner.some((part) => part.type === 'object') ? 'a list of objects' : 'a list of texts';
}
