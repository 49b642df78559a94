import { SourceText, renderText } from '@writ/diagnostics';
import { expect, describe, it } from 'vitest';
import { createSources, parseModuleSource } from '@writ/source';
import { readHandlers } from '../classes/handlers.ts';
import type { Parameter, Signature } from './signature.ts';

/** A context without other files or run-time values. */
const alone = { lookup: createSources(), valueOf: (): undefined => undefined };

/** The signature of a GET with these parameters, and the findings about it; `around` is inserted before the class. */
function read(
  parameters: string,
  around = '',
  file = 'notes.ts',
): { signature: Signature | undefined; findings: string; rules: (string | undefined)[]; places: string[] } {
  const text = new SourceText(
    file,
    `${around}\nclass Notes extends Controller {\n  GET(${parameters}) {}\n}\n`,
  );
  const module = parseModuleSource(file, text);
  expect(module.diagnostics).toEqual([]);
  const owner = { module, name: 'Notes', node: module.classes.get('Notes')! };
  const { handlers, diagnostics } = readHandlers(owner, alone);
  return {
    signature: handlers.get('GET')?.signature,
    findings: renderText(diagnostics, { source: () => text }),
    rules: diagnostics.map(({ rule }) => rule),
    places: diagnostics.map(({ range }) => text.text.slice(range!.start.offset, range!.end.offset)),
  };
}

function parametersOf(parameters: string, around?: string, file?: string): readonly Parameter[] {
  const { signature, findings } = read(parameters, around, file);
  expect(findings).toBe('');
  return signature!.parameters;
}

const oneOf = (...values: (string | number | boolean)[]): object => ({ kind: 'oneOf', values });
const arrayOf = (of: unknown): object => ({ kind: 'array', of });
const nullable = (of: unknown): object => ({ kind: 'nullable', of });
const optional = (of: unknown): object => ({ kind: 'optional', of });

describe('the type of a parameter', () => {
  it.each<[string, unknown]>([
    ['a: string', String],
    ['a: number', Number],
    ['a: boolean', Boolean],
    ['a: bigint', BigInt],
    ['a: Date', Date],
    ['a: unknown', { kind: 'unknown' }],
    ['a: (string)', String],
    ["a: 'x' | 'y'", oneOf('x', 'y')],
    ["a: 'x'", oneOf('x')],
    ['a: 1 | -2', oneOf(1, -2)],
    ['a: true | 0', oneOf(true, 0)],
    ['a: `x`', oneOf('x')],
    ['a: string[]', arrayOf(String)],
    ['a: Array<number>', arrayOf(Number)],
    ['a: readonly Date[]', arrayOf(Date)],
    ["a: ('x' | 'y')[]", arrayOf(oneOf('x', 'y'))],
    ['a: number | null', nullable(Number)],
    ['a: number | undefined', optional(Number)],
    ['a?: number', optional(Number)],
    ['a?: number | null', optional(nullable(Number))],
    ['a?: number | undefined', optional(Number)],
    ['a', String],
    ['a = 3', optional(Number)],
    ['a = -3', optional(Number)],
    ["a = 'x'", optional(String)],
    ['a = `x`', optional(String)],
    ['a = true', optional(Boolean)],
    ['a = 3n', optional(BigInt)],
    ['a = []', optional(arrayOf(String))],
    ['a = [1, 2]', optional(arrayOf(Number))],
    ['a: string = new Date().toISOString()', optional(String)],
    ['a: Color', oneOf('red', 'blue')],
    ['a: Color | Size | null', nullable(oneOf('red', 'blue', 1, 2))],
    ['a: Text', String],
    ['a: Text[]', arrayOf(String)],
    ['a: { id: number }[]', arrayOf({ kind: 'object', fields: { id: Number } })],
    ['a: URL', URL],
    ['a: File', File],
    ['a: File[]', arrayOf(File)],
    ['a: Uint8Array[]', arrayOf(Uint8Array)],
    ['a: [string, number]', { kind: 'tuple', of: [String, Number] }],
    ['a: [x: string, y?: number]', { kind: 'tuple', of: [String, optional(Number)] }],
    ['a: readonly [string, ...Date[]]', { kind: 'tuple', of: [String], rest: Date }],
    ['a: [string?]', { kind: 'tuple', of: [optional(String)] }],
    ['a: Shade', { Light: 0, Dark: 4, Darker: 5, Any: 7, Name: 'x' }],
    ['a: Shade | null', nullable({ Light: 0, Dark: 4, Darker: 5, Any: 7, Name: 'x' })],
    ['a: Shade.Dark', oneOf(4)],
    ["a: Shade.Name | 'y'", oneOf('x', 'y')],
    ['a: Kinds', oneOf('array', 'object')],
    ["a: 'auto' | number", { kind: 'union', of: [oneOf('auto'), Number] }],
    ['a: `#${number}`', { kind: 'template', of: ['#', Number] }],
    ["a: Exclude<Color, 'red'>", oneOf('blue')],
  ])('is read from (%s)', (parameter, type) => {
    const around =
      "type Color = 'red' | 'blue'; type Size = 1 | 2; type Text = string;" +
      "enum Shade { Light, Dark = 1 << 2, Darker, Any = Shade.Dark | 3, 'Name' = 'x' } declare enum Kinds { kind = 'array', b = 'object' }";
    expect(parametersOf(parameter, around)[0]).toMatchObject({ kind: 'position', name: 'a', type });
  });

  it('is the element type for a rest parameter', () => {
    expect(parametersOf('a: number, ...more: number[]')[1]).toMatchObject({
      kind: 'rest',
      name: 'more',
      type: Number,
    });
    expect(parametersOf('...more')[0]).toMatchObject({ kind: 'rest', type: String });
  });

  it('in plain JavaScript is a string for positional parameters and any value for keys', () => {
    expect(parametersOf('id, { title, ...more }', '', 'notes.js')).toMatchObject([
      { kind: 'position', type: String },
      {
        kind: 'object',
        type: { fields: { title: optional({ kind: 'unknown' }) }, rest: { kind: 'unknown' } },
      },
    ]);
  });
});

describe('the object parameter', () => {
  const note = { title: String, count: optional(Number) };

  it.each<[string, string?]>([
    ['{ title, count = 1 }: { title: string; count?: number }'],
    ['{ title, count = 1 }: { title: string; count: number }'],
    ['note: { title: string; count?: number }'],
    ['{ title, count }: Note', 'interface Note { title: string; readonly count?: number }'],
    ['note: Note', 'type Note = { title: string; count: number | undefined };'],
    ['note: Note', 'interface Base { title: string } interface Note extends Base { count?: number }'],
    ['note: Note', 'interface Note { title: string } interface Note { count?: number }'],
    ['note: Readonly<Note>', 'export type Note = { "title": string; count?: number };'],
    ['{ title, count = 1 }'],
    ['this: Notes, { title: renamed, count = 1, }: { title: string, count?: number }'],
    ['note: { title: string } & { count?: number }'],
    ['note: Base & Partial<Count>', 'interface Base { title: string } type Count = { count: number };'],
    [
      'note: Pick<Note, Keys>',
      "type Keys = 'title' | 'count'; interface Note { title: string; count?: number; no: Date }",
    ],
    ['note: Omit<Note, "no">', 'interface Note { title: string; count?: number; no: Date }'],
    [
      'note: Note',
      'interface Note extends Omit<Base, "no"> { count?: number } type Base = { title: string; no: Date };',
    ],
    ['note: Required<Title> & Partial<Record<"count", number>>', 'type Title = { title?: string };'],
  ])('is read from (%s)', (parameter, around) => {
    const [object] = parametersOf(parameter, around);
    expect(object).toMatchObject({ kind: 'object', optional: false });
    expect((object!.type as { fields: object }).fields).toEqual(note);
  });

  it('accepts additional names if its type has an index signature or is a Record', () => {
    expect(parametersOf('all: { id: number; [name: string]: unknown }')[0]!.type).toEqual({
      kind: 'object',
      fields: { id: Number },
      rest: { kind: 'unknown' },
    });
    expect(parametersOf('all: Record<string, string[]>')[0]!.type).toMatchObject({ rest: arrayOf(String) });
  });

  it('has the descriptions of keys that are declared in aliases', () => {
    const around = 'interface Note { /** On top. */ title: string; /** Not. */ no: Date }';
    expect(parametersOf("{ title }: Partial<Pick<Note, 'title'>>", around)[0]).toMatchObject({
      keys: [{ name: 'title', description: 'On top.', optional: true }],
    });
  });

  it('does not receive values of the body if another parameter receives the raw body', () => {
    expect(parametersOf('{ name }: { name: string }, data: Uint8Array')).toMatchObject([
      { kind: 'object' },
      { kind: 'raw', type: Uint8Array },
    ]);
    expect(parametersOf('data?: ReadableStream<Uint8Array>')).toMatchObject([
      { kind: 'raw', type: ReadableStream, optional: true },
    ]);
  });

  it('may be optional as a whole', () => {
    expect(parametersOf('{ a } = {}')[0]).toMatchObject({ kind: 'object', optional: true, default: '{}' });
    expect(parametersOf('filter?: { a: string }')[0]).toMatchObject({ kind: 'object', optional: true });
    expect(parametersOf('filter: { a: string } | undefined')[0]).toMatchObject({
      kind: 'object',
      optional: true,
    });
  });

  it('has an optional key for each default in its pattern', () => {
    const [object] = parametersOf('{ page: { size = 10 } }: { page: { size: number } }');
    expect(object!.type).toMatchObject({ fields: { page: { fields: { size: optional(Number) } } } });
  });

  it('may have a computed key in its pattern if its type is declared', () => {
    expect(parametersOf('{ [key]: a }: Record<string, string>')[0]!.type).toMatchObject({ rest: String });
  });

  it('may be declared at any position', () => {
    expect(parametersOf('{ a }: { a: string }, id: number').map(({ kind }) => kind)).toEqual([
      'object',
      'position',
    ]);
  });
});

describe('a default', () => {
  const around = `
    enum Level { Low = 'low', High = 'high' }
    type Sort = 'asc' | 'desc';
    const LEVELS = ['a', 'b'] as const;
    interface Note { title: string; rank?: 1 | 2 }
  `;
  const sort = oneOf('asc', 'desc');
  const cases: readonly (readonly [string, unknown])[] = [
    ["'asc' as 'asc' | 'desc'", sort],
    ["('asc' as 'asc' | 'desc')", sort],
    ["'asc' as Sort", sort],
    ["<Sort>'asc'", sort],
    ["'asc' as unknown as Sort", sort],
    ["'asc' satisfies Sort", sort],
    ["'asc' satisfies Sort as Sort", sort],
    ["'asc' as const", oneOf('asc')],
    ["'asc' as const satisfies Sort", oneOf('asc')],
    ["'asc'!", String],
    ['5 as 5 | 6', oneOf(5, 6)],
    ['-1 as -1 | 1', oneOf(-1, 1)],
    ['true as true', oneOf(true)],
    ['[] as number[]', arrayOf(Number)],
    ["[] as ('x' | 'y')[]", arrayOf(oneOf('x', 'y'))],
    ['[1, 2] satisfies (1 | 2)[]', arrayOf(oneOf(1, 2))],
    ['[1, 2] as const', { kind: 'tuple', of: [oneOf(1), oneOf(2)] }],
    ['[1 as 1 | 2]', arrayOf(oneOf(1, 2))],
    ['[]', arrayOf(String)],
    ['null as number | null', nullable(Number)],
    ["'low' as Level", { Low: 'low', High: 'high' }],
    ['Level.Low', { Low: 'low', High: 'high' }],
    ['Level.Low as Level.Low', oneOf('low')],
    ["'a' as (typeof LEVELS)[number]", oneOf('a', 'b')],
    ['`x`', String],
    ['10n', BigInt],
    ['10n as bigint', BigInt],
  ];

  it.each(cases)('%s determines the type of a parameter', (written, type) => {
    expect(parametersOf(`a = ${written}`, around)).toMatchObject([
      { kind: 'position', type: optional(type) },
    ]);
  });

  it.each(cases)('%s determines the type of a key', (written, type) => {
    const [names] = parametersOf(`{ a = ${written} }`, around);
    expect(names).toMatchObject({ kind: 'object', type: { fields: { a: optional(type) } } });
  });

  it.each(cases)('%s determines the type of a nested key', (written, type) => {
    const [names] = parametersOf(`{ o: { a = ${written} } = {} }`, around);
    expect(names).toMatchObject({
      type: { fields: { o: optional({ kind: 'object', fields: { a: optional(type) } }) } },
    });
  });

  it('determines an object type whose keys are optional if the pattern has defaults for them', () => {
    expect(parametersOf("note = { title: 'x' } as Note", around)).toMatchObject([
      { kind: 'object', optional: true, type: { fields: { title: String, rank: optional(oneOf(1, 2)) } } },
    ]);
    expect(parametersOf("{ title = 'y' } = { title: 'x' } as Note", around)).toMatchObject([
      {
        kind: 'object',
        optional: true,
        type: { fields: { title: optional(String), rank: optional(oneOf(1, 2)) } },
      },
    ]);
    expect(parametersOf("{ note: { title = 'y' } = { title: 'x' } as Note }", around)).toMatchObject([
      { type: { fields: { note: optional({ kind: 'object', fields: { title: optional(String) } }) } } },
    ]);
  });

  it('is recorded without its type assertion', () => {
    expect(parametersOf("a = ('x' as 'x' | 'y'), { b = <1 | 2>1 }", around)).toMatchObject([
      { default: "'x'" },
      { keys: [{ name: 'b', default: '1' }] },
    ]);
  });

  it('does not determine the type of a parameter with a declared type', () => {
    expect(parametersOf("a: string = 'x' as 'x' | 'y'", around)).toMatchObject([{ type: optional(String) }]);
  });
});

it('a signature contains descriptions and the source code of defaults', () => {
  const text = new SourceText(
    'notes.ts',
    `export class Notes extends Controller {
      /**
       * Lists notes.
       * The newest come first.
       *
       * @param page where to begin,
       *   from 0
       * @param limit - how many
       * @returns the notes
       */
      async GET(page = 1 + 0 as number, { limit = 10, /** Only these. */ tag }: {
        limit?: number;
        /** Only with this tag. */
        tag?: string;
      }) {}
    }`.replace('1 + 0 as number', '1'),
  );
  const module = parseModuleSource('notes.ts', text);
  const { handlers } = readHandlers({ module, name: 'Notes', node: module.classes.get('Notes')! }, alone);
  expect(handlers.get('GET')!.signature).toMatchObject({
    documentation: { description: 'Lists notes. The newest come first.' },
    results: [{ form: 'unknown', description: 'the notes' }],
    parameters: [
      { name: 'page', default: '1', description: 'where to begin, from 0', optional: true },
      {
        keys: [
          { name: 'limit', default: '10', description: 'how many', optional: true },
          { name: 'tag', description: 'Only with this tag.', optional: true },
        ],
      },
    ],
  });
});

describe('an unsupported parameter is reported at its location', () => {
  it.each<[string, string, string, string?]>([
    ['a: any', 'type-unknown', 'any'],
    ['a: WeakMap<object, string>', 'type-unknown', 'WeakMap<object, string>'],
    ['a: string | number', 'type-unknown', 'string | number'],
    ['a: `a-${Date}`', 'type-unknown', '`a-${Date}`'],
    ['a: keyof string', 'type-unknown', 'keyof string'],
    ['a: typeof missing', 'type-unknown', 'typeof missing'],
    ["a: { b: string }['c']", 'type-unknown', "{ b: string }['c']"],
    ["a: Exclude<'x', 'x'>", 'type-unknown', "Exclude<'x', 'x'>"],
    ['a: 1n', 'type-unknown', '1n'],
    ['a: null', 'type-unknown', 'null'],
    ['a: () => void', 'type-unknown', '() => void'],
    ['a: [string, any]', 'type-unknown', 'any'],
    ['a: [...string[], number]', 'type-unknown', '...string[]'],
    ["a: Pick<{ a: string }, 'b'>", 'type-unknown', "Pick<{ a: string }, 'b'>"],
    ['a: Partial<string>', 'type-unknown', 'Partial<string>'],
    ['a: Record<number, string>', 'type-unknown', 'number'],
    ['a: Color', 'type-unknown', 'Red = Math.random()', 'enum Color { Red = Math.random() }'],
    ['a: Note', 'type-unknown', 'Note', "import type { Note } from 'notes';"],
    ['a: z.infer<typeof Note>', 'type-unknown', 'typeof Note', 'const Note = 1;'],
    ['a: z.infer<typeof Note>', 'type-unknown', 'typeof Note', 'export const Note = 1;'],
    ['a: ReadableStream, b: Uint8Array', 'parameter-form', 'b: Uint8Array'],
    ['a: { b: ReadableStream }', 'type-unknown', 'ReadableStream'],
    ['a: object', 'type-unknown', 'object'],
    ['a: (string | undefined)[]', 'type-unknown', '(string | undefined)'],
    ['a: Note', 'type-unknown', 'Note', "import type { Note } from './note.ts';"],
    ['a: Box', 'type-unknown', 'Box', 'type Box<T> = { value: T };'],
    [
      'a: Box<WeakMap<object, string>>',
      'type-unknown',
      'WeakMap<object, string>',
      'type Box<T> = { value: T };',
    ],
    ['a: { [K in Kind as number]: string }', 'type-unknown', 'number', "type Kind = 'a';"],
    ['a: string & number', 'type-unknown', 'string'],
    ['a: Loop', 'type-unknown', 'Loop', 'type Loop = Loop | null;'],
    ['a: Date', 'type-unknown', 'Date', "import { Date } from './dates.ts';"],
    ['a: Note', 'type-unknown', 'Base', 'interface Note extends Base { id: number }'],
    ['a: { b(): void }', 'type-unknown', 'b(): void'],
    ['a: { b: WeakMap<object, string>; c: any }', 'type-unknown', 'WeakMap<object, string>'],
    ['a: { __proto__: string }', 'type-unknown', '__proto__'],
    ['a = new Date()', 'default-untyped', 'new Date()'],
    ['a = null', 'default-untyped', 'null'],
    ['a = [1, new Date()]', 'default-untyped', '[1, new Date()]'],
    ['{ a = {} }', 'default-untyped', '{}'],
    ['{ a: [b] }', 'parameter-form', '[b]'],
    ['a = flag ? 1 : 2', 'default-untyped', 'flag ? 1 : 2'],
    ["a = 'x' as any", 'type-unknown', 'any'],
    ['{ a = [] as Gone[] }', 'type-unknown', 'Gone'],
    ["a = 'x' satisfies symbol", 'type-unknown', 'symbol'],
    ["{ a: { b = 'x' as symbol } = {} }", 'type-unknown', 'symbol'],
    ['[a]: string[]', 'parameter-form', '[a]: string[]'],
    ['{ length }: string', 'parameter-form', '{ length }: string'],
    ['...[a]: string[]', 'parameter-form', '...[a]: string[]'],
    ['...a: string', 'parameter-form', '...a: string'],
    ['{ [key]: a }', 'parameter-form', '[key]: a'],
    ['a: { x: string }, b: { y: string }', 'second-object', 'b: { y: string }'],
    ['id: number, { id: other }: { id: number }', 'name-twice', 'id: number'],
  ])('in (%s) as %s at %s', (parameter, rule, place, around) => {
    const { signature, findings, rules, places } = read(parameter, around);
    expect(signature).toBeUndefined();
    expect(rules[0]).toBe(rule);
    expect(findings).toContain('Notes.GET: ');
    expect(findings).toContain('hint: ');
    expect(places[0]).toBe(place);
  });

  it('together with all other unsupported parameters', () => {
    expect(read('a: any, b: symbol, { c = {} }').rules).toEqual([
      'type-unknown',
      'type-unknown',
      'default-untyped',
    ]);
  });
});
