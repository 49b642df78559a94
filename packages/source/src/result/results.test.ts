import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DeclaredResult } from '@writ/http/kernel';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDeclarationSources } from '../declarations/declaration-sources.ts';
import { createSources } from '../module/sources.ts';
import { readResults } from './results.ts';

/** Reads the results of the only method of `main.ts`, or of its declaration file. */
function readMethod(
  files: Readonly<Record<string, string>>,
  main = 'main.ts',
): readonly DeclaredResult[] | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'writ-results-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const sources = main.endsWith('.js') ? createDeclarationSources() : createSources();
  const module = sources.read(join(folder, main));
  expect(module.diagnostics).toEqual([]);
  const [method] = module.classes.get('Notes')!.body.body;
  if (method?.type !== 'MethodDefinition') throw new Error('the class has no method');
  return readResults(method.value, module, { lookup: sources, valueOf: () => undefined });
}

function readType(type: string, around = ''): readonly DeclaredResult[] | undefined {
  return readMethod({ 'main.ts': `${around}\nexport class Notes { get(): ${type} { throw 0; } }` });
}

const note = 'interface Note { id: number; title?: string }';
const Note = {
  type: 'object',
  properties: { id: { type: 'number' }, title: { type: 'string' } },
  required: ['id'],
};

describe('the form of a declared result', () => {
  it.each<[string, readonly DeclaredResult[]]>([
    ['string', [{ form: 'text', schema: { type: 'string' } }]],
    ["'a' | 'b'", [{ form: 'text', schema: { type: 'string', enum: ['a', 'b'] } }]],
    ['Promise<void>', [{ form: 'none' }]],
    ['number | undefined', [{ form: 'json', schema: { type: 'number' } }, { form: 'none' }]],
    ['Date', [{ form: 'json', schema: { type: 'string', format: 'date-time' } }]],
    ['null', [{ form: 'json', schema: { type: 'null' } }]],
    ['Uint8Array', [{ form: 'bytes' }]],
    ['AsyncGenerator<number>', [{ form: 'items', schema: { type: 'number' } }]],
    ['Response', [{ form: 'unknown' }]],
    ['unknown', [{ form: 'unknown' }]],
  ])('is read from %s', (type, results) => {
    expect(readType(type)).toEqual(results);
  });

  it('is undefined without a declared type', () => {
    expect(readMethod({ 'main.ts': 'export class Notes { get() {} }' })).toBeUndefined();
  });

  it('has the statuses of RestResponse', () => {
    const imports = "import { RestResponse } from '@writ/http';";
    expect(
      readType("RestResponse<'a', 201> | Promise<RestResponse<undefined, 204>> | boolean", imports),
    ).toEqual([
      { form: 'json', schema: { type: 'boolean' } },
      { status: 201, form: 'text', schema: { type: 'string', enum: ['a'] } },
      { status: 204, form: 'none' },
    ]);
    expect(readType('RestResponse', imports)).toEqual([{ form: 'unknown' }]);
  });

  it('is an event stream for the result of events()', () => {
    expect(readType('EventStream', "import type { EventStream } from '@writ/http';")).toEqual([
      { form: 'events' },
    ]);
  });
});

/** The JSON Schema of a declared type. */
function schemaOf(type: string, around = ''): unknown {
  const [result, ...others] = readType(`[${type}]`, around) ?? [];
  expect(others).toEqual([]);
  const { prefixItems, $defs } = result!.schema as unknown as { prefixItems: [object]; $defs?: object };
  return $defs === undefined ? prefixItems[0] : { ...prefixItems[0], $defs };
}

describe('the JSON Schema of a declared type', () => {
  it.each<[string, unknown, string?]>([
    ['string[]', { type: 'array', items: { type: 'string' } }],
    [
      'Array<number | undefined>',
      { type: 'array', items: { anyOf: [{ type: 'number' }, { type: 'null' }] } },
    ],
    [
      '[number, string?]',
      { type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }], minItems: 1, maxItems: 2 },
    ],
    [
      '[number, ...string[]]',
      { type: 'array', prefixItems: [{ type: 'number' }], minItems: 1, items: { type: 'string' } },
    ],
    ['Record<string, number>', { type: 'object', additionalProperties: { type: 'number' } }],
    [
      "Record<'a' | 'b', number>",
      { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
    ],
    [
      '{ a: () => void; b: Date | undefined }',
      { type: 'object', properties: { b: { type: 'string', format: 'date-time' } } },
    ],
    ["true | false | 'auto'", { anyOf: [{ type: 'boolean' }, { type: 'string', enum: ['auto'] }] }],
    ["string & { readonly brand: 'id' }", { type: 'string' }],
    [
      '{ a: 1 } & { b: 2 }',
      {
        type: 'object',
        properties: { a: { type: 'number', enum: [1] }, b: { type: 'number', enum: [2] } },
        required: ['a', 'b'],
      },
    ],
    ['(typeof KINDS)[number]', { type: 'string', enum: ['a', 'b'] }, "const KINDS = ['a', 'b'] as const;"],
    [
      'Kind',
      { $ref: '#/$defs/Kind', $defs: { Kind: { type: 'string', enum: ['x', 'y'] } } },
      "enum Kind { X = 'x', Y = 'y' }",
    ],
    ['Kind.X', { type: 'string', enum: ['x'] }, "enum Kind { X = 'x', Y = 'y' }"],
    ['Note', { $ref: '#/$defs/Note', $defs: { Note } }, note],
    ["Pick<Note, 'id'>", { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] }, note],
    ["Omit<Note, 'id'>", { type: 'object', properties: { title: { type: 'string' } } }, note],
    ['Partial<Note>', { type: 'object', properties: Note.properties }, note],
    ["Required<Note>['title']", { type: 'string' }, note],
    ['keyof Note', { type: 'string', enum: ['id', 'title'] }, note],
    ["Exclude<'a' | 'b' | null, 'b'>", { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] }],
    ['NonNullable<string | null>', { type: 'string' }],
    [
      '{ [K in keyof Note]: K }',
      {
        type: 'object',
        properties: { id: { type: 'string', enum: ['id'] }, title: { type: 'string', enum: ['title'] } },
        required: ['id'],
      },
      note,
    ],
    ["{ [K in 'a' as `x`]+?: number }", { type: 'object', properties: { x: { type: 'number' } } }],
    ['ReturnType<typeof f>', {}],
  ])('is written for %s', (type, schema, around) => {
    expect(schemaOf(type, around)).toEqual(schema);
  });

  it('has the type arguments of a generic type in its name', () => {
    expect(schemaOf('Page<Note>', `${note} interface Page<T, C = string> { items: T[]; next?: C }`)).toEqual({
      $ref: '#/$defs/Page_Note_string',
      $defs: {
        Page_Note_string: {
          type: 'object',
          properties: { items: { type: 'array', items: { $ref: '#/$defs/Note' } }, next: { type: 'string' } },
          required: ['items'],
        },
        Note,
      },
    });
  });

  it('refers to a type that contains itself', () => {
    expect(schemaOf('Tree', 'type Tree = { value: string; children: Tree[] } | null;')).toMatchObject({
      $ref: '#/$defs/Tree',
      $defs: {
        Tree: {
          anyOf: [{ properties: { children: { items: { $ref: '#/$defs/Tree' } } } }, { type: 'null' }],
        },
      },
    });
  });

  it('has a limited number of definitions for a generic type that grows', () => {
    const { $defs } = schemaOf('Deep<string>', 'interface Deep<T> { next: Deep<T[]> }') as { $defs: object };
    expect(Object.keys($defs)).toHaveLength(300);
  });

  it('has the fields of a class and of its base classes, or the result of toJSON', () => {
    const classes = `
      class Base<T> { readonly id!: T; static count: number; #secret = 1; run() {} handle = () => {}; }
      class Item extends Base<number> { constructor(readonly name: string, private hidden: string) { super(); } }
      class Money { constructor(readonly cents: number) {} toJSON(): string { return ''; } }`;
    expect(schemaOf('{ item: Item; price: Money }', classes)).toEqual({
      type: 'object',
      properties: { item: { $ref: '#/$defs/Item' }, price: { type: 'string' } },
      required: ['item', 'price'],
      $defs: {
        Item: {
          type: 'object',
          properties: { id: { type: 'number' }, name: { type: 'string' } },
          required: ['id', 'name'],
        },
      },
    });
  });

  it('has the descriptions of types and properties', () => {
    const documented = `
      /** A note. */
      export interface Note {
        /** The number of the note. */
        id: number;
      }`;
    expect(schemaOf('Note', documented)).toMatchObject({
      $defs: {
        Note: { description: 'A note.', properties: { id: { description: 'The number of the note.' } } },
      },
    });
  });

  it('is read from other modules', () => {
    const results = readMethod({
      'notes.ts': `${note} export type { Note as Entry }; export interface Base { at: Date }`,
      'index.ts': "export * from './notes.ts';",
      'main.ts': `
        import type { Entry } from './index.ts';
        import * as all from './index.ts';
        interface Own extends all.Base { entry: Entry }
        export class Notes { get(): Own { throw 0; } }`,
    });
    expect(results).toMatchObject([
      { schema: { $ref: '#/$defs/Own', $defs: { Own: { required: ['at', 'entry'] }, Note: {} } } },
    ]);
  });
});

it('types of other packages are read', () => {
  const manifest = {
    name: 'notes',
    exports: { '.': { types: './out/index.d.ts' }, './more/*': './src/*.ts' },
  };
  const results = readMethod({
    'node_modules/notes/package.json': JSON.stringify(manifest),
    'node_modules/notes/out/index.d.ts': `export interface Note { id: number } export declare class Item { note: Note }`,
    'node_modules/notes/src/users.ts': "export type Role = 'reader' | 'writer';",
    'node_modules/@old/tags/package.json': JSON.stringify({ types: 'index' }),
    'node_modules/@old/tags/index.d.ts': 'declare const TAGS: readonly ["a", "b"]; export { TAGS };',
    'main.ts': `
      import type { Item } from 'notes';
      import type { Role } from 'notes/more/users';
      import { TAGS } from '@old/tags';
      import type { Missing } from 'notes/hidden';
      export class Notes { get(): [Item, Role, (typeof TAGS)[number], Missing] { throw 0; } }`,
  });
  expect(results).toMatchObject([
    {
      schema: {
        prefixItems: [
          { $ref: '#/$defs/Item' },
          { $ref: '#/$defs/Role' },
          { type: 'string', enum: ['a', 'b'] },
          {},
        ],
        $defs: { Item: { properties: { note: { $ref: '#/$defs/Note' } } }, Note: { required: ['id'] } },
      },
    },
  ]);
});

it('results are read from declaration files without the native parser', () => {
  const results = readMethod(
    {
      'main.d.ts': `
        import { RestResponse } from '@writ/http';
        import type { Note } from './notes.js';
        export declare class Item extends Base<number> implements Note { title: string; }
        declare class Base<T> { id: T; }
        export declare class Notes { get(): Promise<RestResponse<Item, 201> | Note[]>; }`,
      'notes.d.ts': `export ${note}`,
    },
    'main.js',
  );
  expect(results).toEqual([
    { form: 'json', schema: { type: 'array', items: { $ref: '#/$defs/Note' }, $defs: { Note } } },
    {
      status: 201,
      form: 'json',
      schema: {
        $ref: '#/$defs/Item',
        $defs: {
          Item: {
            type: 'object',
            properties: { id: { type: 'number' }, title: { type: 'string' } },
            required: ['id', 'title'],
          },
        },
      },
    },
  ]);
});
