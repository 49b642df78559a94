/**
 * Generates two files from `src/schema/schema.json`: the types of a configuration, and a validator that needs
 * no schema library at run time. `npm run schema` writes both files, and `generate.test.ts` compares them
 * with the schema.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { compile, type JSONSchema } from 'json-schema-to-typescript';

const folder = fileURLToPath(new URL('../src/schema/', import.meta.url));
const banner = '// Generated from schema.json: change the schema, then run `npm run schema`.';

/** The content of each generated file, by path. */
export async function generate(): Promise<Readonly<Record<string, string>>> {
  const text = readFileSync(`${folder}schema.json`, 'utf8');
  return {
    [`${folder}types.gen.ts`]: await generateTypes(JSON.parse(text) as JSONSchema),
    [`${folder}validate.gen.ts`]: generateValidator(JSON.parse(text) as object),
  };
}

async function generateTypes(schema: JSONSchema): Promise<string> {
  // The check reports which of the two keys is missing. Expressed as a type, this requirement would
  // complicate every access.
  delete schema.anyOf;
  const code = await compile(withTypes(schema) as JSONSchema, 'InstallerConfig', {
    bannerComment: banner,
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 110 },
  });
  // The generated remark about pattern properties has no meaning outside the schema.
  return code.replace(/ {2}\/\*\*\n {3}\* This interface was referenced by `undefined`[^]*?\*\/\n/g, '');
}

/** Uses references wherever possible, so that equal parts share one type. */
function withTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTypes);
  if (typeof value !== 'object' || value === null) return value;
  const node = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTypes(inner)]));
  if (typeof node['$ref'] === 'string') return { $ref: node['$ref'] };
  // A type can list the names of an enumeration, but cannot express the pattern that is also allowed.
  const names = (node['anyOf'] as { enum?: string[] }[] | undefined)?.find((branch) => branch.enum)?.enum;
  if (node['type'] === 'string' && names !== undefined) {
    const { anyOf: _anyOf, ...rest } = node;
    return { ...rest, enum: names };
  }
  return node;
}

/**
 * The schema without descriptions, because the validator contains a copy of it that is loaded at start-up.
 */
function withoutDescriptions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDescriptions);
  if (typeof value !== 'object' || value === null) return value;
  const descriptive = new Set(['title', 'description', 'examples', 'default', 'x-since', 'x-secret']);
  const structural = Object.entries(value).filter(
    ([key, inner]) => !(descriptive.has(key) && typeof inner !== 'object') && key !== 'examples',
  );
  return Object.fromEntries(structural.map(([key, inner]) => [key, withoutDescriptions(inner)]));
}

function generateValidator(schema: object): string {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    messages: false,
    logger: false,
    // Length limits in the schema only exclude empty values, so code points need not be counted.
    unicode: false,
    code: { source: true, esm: true, lines: true },
  });
  ajv.addVocabulary(['x-secret', 'x-since']);
  const code = standaloneCode.default(ajv, ajv.compile(withoutDescriptions(schema) as object));
  const [, name] = /^export const validate = (\w+);/m.exec(code) ?? [];
  if (name === undefined || /\brequire\(/.test(code))
    throw new Error('the generated validator has an unexpected form');
  const body = code
    .replace(/^"use strict";/, '')
    .replace(/^export (const validate = |default )\w+;\n/gm, '')
    .trim();
  return `// @ts-nocheck
${banner}

/** A violation in ajv's format. */
export interface SchemaError {
  /** JSON pointer of the value. */
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Returns whether the value is valid; if not, \`errors\` lists every violation. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

export const validate: Validator = ${name};

${body}
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, content] of Object.entries(await generate())) writeFileSync(path, content);
}
