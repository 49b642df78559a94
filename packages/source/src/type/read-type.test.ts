import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { oneOf, optional, type Type } from '@writ/http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSources } from '../module/sources.ts';
import { createScope } from './scope.ts';
import { readType } from './types.ts';

interface Read {
  readonly type: Type | undefined;
  readonly findings: readonly string[];
}

/** Reads the type `Asked` of `main.ts`, with other files in the same folder. */
function readAskedType(main: string, files: Readonly<Record<string, string>> = {}): Read {
  const folder = mkdtempSync(join(tmpdir(), 'writ-types-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries({ ...files, 'main.ts': main })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const sources = createSources();
  const module = sources.read(join(folder, 'main.ts'));
  expect(module.diagnostics).toEqual([]);
  const findings: string[] = [];
  const context = { lookup: sources, valueOf: () => undefined };
  const scope = createScope(module, context, (_module, _rule, _node, message) => void findings.push(message));
  const [alias] = module.types.get('Asked')!;
  if (alias?.type !== 'TSTypeAliasDeclaration') throw new Error('Asked is an alias');
  return { type: readType(alias.typeAnnotation, scope), findings };
}

const level = oneOf('debug', 'info');

describe('readType', () => {
  it.each<[string, Type, string?]>([
    ["'debug' | 'info'", level],
    ['1 | 2 | -3', oneOf(1, 2, -3)],
    ["'a' | 1 | true", oneOf('a', 1, true)],
    ['true', oneOf(true)],
    ['true | false', Boolean],
    ["boolean | 'auto'", oneOf('auto', true, false)],
    ["'auto' | number", { kind: 'union', of: [oneOf('auto'), Number] }],
    ["1 | number | 'a'", { kind: 'union', of: [oneOf('a'), Number] }],
    ["'a' | string", String],
    ["('debug' | 'info') | undefined", optional(level)],
    ["'debug' | null | 'info'", { kind: 'nullable', of: level }],
    ['Level | null | undefined', optional({ kind: 'nullable', of: level }), "type Level = 'debug' | 'info';"],
    ['Maybe | null', optional({ kind: 'nullable', of: oneOf('a') }), "type Maybe = 'a' | undefined;"],
    ['Level[]', { kind: 'array', of: level }, "type Level = 'debug' | 'info';"],
    ['readonly Level[]', { kind: 'array', of: level }, "type Level = 'debug' | 'info';"],
    ['NonNullable<Level>', level, "type Level = 'debug' | 'info' | undefined | null;"],
    ["Exclude<Level, 'x'>", level, "type Level = 'debug' | 'x' | 'info';"],
    ["Extract<Level, 'x' | 'y'>", oneOf('x'), "type Level = 'debug' | 'x' | 'info';"],
    ['keyof Options', oneOf('a', 'b'), 'interface Options { a: string; b?: number }'],
    ["Options['level']", level, "interface Options { level: 'debug' | 'info' }"],
    ["Options['a' | 'b']", oneOf('x', 1), "interface Options { a: 'x'; b: 1 }"],
    ["Options['a']", optional(oneOf('x')), "interface Options { a?: 'x' }"],
    [
      "Api['schemas']['Note']",
      { kind: 'object', fields: { level } },
      "interface Api { responses: never; schemas: { Note: { level: 'debug' | 'info' }; Other: symbol } }",
    ],
    ["Exclude<'a' | 'b' | null, null>", oneOf('a', 'b')],
    ["Exclude<'auto' | number, string>", Number],
    ['Exclude<string | 5, number>', String],
    ['Exclude<boolean | Date, boolean>', Date],
    ["Extract<'a' | undefined | null, 'a' | undefined>", optional(oneOf('a'))],
    ["Extract<'a' | 'b' | 1, string>", oneOf('a', 'b')],
    ["Exclude<Kind | 'c', Kind.A>", oneOf('b', 'c'), "enum Kind { A = 'a', B = 'b' }"],
    [
      "Exclude<Change, { kind: 'a' }>",
      { kind: 'object', fields: { kind: oneOf('b') } },
      "type Change = { kind: 'a'; x: number } | { kind: 'b' };",
    ],
    ["Extract<string[] | 'a', readonly string[]>", { kind: 'array', of: String }],
    ["Capitalize<'ab' | 'c'> | Uncapitalize<'XY'>", oneOf('Ab', 'C', 'xY')],
    ["string & ('a' | 1)", oneOf('a')],
    [
      '{ a: 1 } & ({ b: 2 } | { c: 3 })',
      {
        kind: 'union',
        of: [
          { kind: 'object', fields: { a: oneOf(1), b: oneOf(2) } },
          { kind: 'object', fields: { a: oneOf(1), c: oneOf(3) } },
        ],
      },
    ],
    [
      "{ [K in `${'a' | 'b'}_id`]: K }",
      { kind: 'object', fields: { a_id: oneOf('a_id'), b_id: oneOf('b_id') } },
    ],
    ["{ [K in 'id' | 'at' as Exclude<K, 'id'>]: K }", { kind: 'object', fields: { at: oneOf('at') } }],
    [
      "{ [K in 'id' | 'at' as `get${Capitalize<K>}`]?: K }",
      { kind: 'object', fields: { getId: optional(oneOf('id')), getAt: optional(oneOf('at')) } },
    ],
    [
      'Page',
      { kind: 'object', fields: { items: { kind: 'object', fields: { of: { kind: 'array', of: level } } } } },
      "interface Box<T> { of: T } interface Page<T = 'debug' | 'info', S = T[]> { items: Box<S> }",
    ],
  ])('reads %s', (asked, type, around = '') => {
    expect(readAskedType(`${around} type Asked = ${asked};`)).toEqual({ type, findings: [] });
  });

  it('reports an endless type only once for each use, even if it contains itself several times', () => {
    const endless = 'interface Grid<A, B> { left?: Grid<A[], B>; right?: Grid<A, B[]> }';
    const message = 'the type Grid contains itself with different type arguments each time';
    expect(readAskedType(`${endless} type Asked = [Grid<1, 2>, Grid<3, 4>];`)).toEqual({
      type: undefined,
      findings: [message, message],
    });
  });

  it.each<[string, Type]>([
    ['`v${number}`', { kind: 'template', of: ['v', Number] }],
    ['`${Level}-${1 | 2}`', { kind: 'template', of: [level, '-', oneOf(1, 2)] }],
    ['`${Kind}!`', { kind: 'template', of: [oneOf('a', 'b'), '!'] }],
    [
      '`${`a${string}`}${bigint}${boolean}`',
      { kind: 'template', of: [{ kind: 'template', of: ['a', String] }, BigInt, Boolean] },
    ],
    ['`plain`', oneOf('plain')],
    ['`a${number}` | 7', { kind: 'union', of: [oneOf(7), { kind: 'template', of: ['a', Number] }] }],
  ])('reads the template %s', (asked, type) => {
    const around = "type Level = 'debug' | 'info'; enum Kind { A = 'a', B = 'b' }";
    expect(readAskedType(`${around} type Asked = ${asked};`)).toEqual({ type, findings: [] });
  });

  it.each<[string, Type]>([
    ["A = 'a', B = 'b'", { A: 'a', B: 'b' }],
    ['A, B = 4, C', { A: 0, B: 4, C: 5 }],
    ["A = 1, B = 'b'", { A: 1, B: 'b' }],
    ["A = 'x' + '-' + 1, B = `${A}!`", { A: 'x-1', B: 'x-1!' }],
    ['A = 1 << 3, B = ~A, C = A | 1, D = 7 >> 1, E = 2 ** 3', { A: 8, B: -9, C: 9, D: 3, E: 8 }],
    ["A = LIMIT, B = Other.One, C = Other['Two']", { A: 10, B: 1, C: 2 }],
    ["kind = 'array', b = 'b'", oneOf('array', 'b')],
  ])('reads the values of the enum { %s }', (members, type) => {
    const around = `const LIMIT = 10; enum Other { One = 1, Two } enum Level { ${members} }`;
    expect(readAskedType(`${around} type Asked = Level;`)).toEqual({ type, findings: [] });
  });

  it.each(['const enum', 'declare enum', 'export enum', 'export declare const enum'])(
    'reads the type of a %s',
    (kind) => {
      expect(readAskedType(`${kind} Level { A = 'a' } type Asked = Level;`).type).toEqual({ A: 'a' });
    },
  );

  it('reads enum members, alone and in unions', () => {
    const around = "enum Level { A = 'a', B = 'b' } enum Size { S, M }";
    const types = [
      'Level.A',
      'Level.A | Level.B',
      "Level | 'c'",
      'Level | Size',
      'Level | undefined',
      'Size | null',
    ];
    expect(types.map((asked) => readAskedType(`${around} type Asked = ${asked};`).type)).toEqual([
      oneOf('a'),
      oneOf('a', 'b'),
      oneOf('c', 'a', 'b'),
      oneOf('a', 'b', 0, 1),
      optional({ A: 'a', B: 'b' }),
      { kind: 'nullable', of: { S: 0, M: 1 } },
    ]);
  });

  it('merges the members of an enum that is declared twice', () => {
    expect(readAskedType("enum L { A = 'a' } enum L { B = 3, C } type Asked = L;").type).toEqual({
      A: 'a',
      B: 3,
      C: 4,
    });
  });
});

describe('the type of a constant', () => {
  it.each<[string, Type]>([
    ["{ Debug: 'debug', Info: 'info' } as const", level],
    ["<const>{ Debug: 'debug', Info: 'info' }", level],
    ["{ Debug: 'debug', Info: 'info' } as const satisfies Record<string, string>", level],
    ["({ Debug: 'debug', 'Info': 'info' } as const)", level],
    ["Object.freeze({ Debug: 'debug', Info: 'info' })", level],
    ["Object.freeze({ Debug: 'debug', Info: 'info' } as const)", level],
    ['{ Debug: DEBUG, Info: Kind.Info } as const', level],
    ["{ ...BASE, Info: 'info' } as const", level],
    ["{ Debug: 'debug' as 'debug', Info: 'info' as const }", level],
    ['{ A: 1, B: true } as const', oneOf(1, true)],
    ["{ A: 'a', B: 'b' }", String],
    ['{ A: 1, B: 2 }', Number],
  ])('%s is the union of its values', (value, type) => {
    const around =
      "const DEBUG = 'debug'; enum Kind { Info = 'info' } const BASE = { Debug: 'debug' } as const;" +
      `const Level = ${value}; type Level = (typeof Level)[keyof typeof Level]; type Asked = Level;`;
    expect(readAskedType(around)).toEqual({ type, findings: [] });
  });

  it.each<[string, Type]>([
    ["['debug', 'info'] as const", level],
    ["[...BASE, 'info'] as const", level],
    ["Object.freeze(['debug'] as const)", oneOf('debug')],
    ["['debug', 'info']", String],
  ])('%s is the union of its elements', (value, type) => {
    const around = `const BASE = ['debug'] as const; const KINDS = ${value}; type Asked = (typeof KINDS)[number];`;
    expect(readAskedType(around)).toEqual({ type, findings: [] });
  });

  it('is its declared type, for instance in a declaration file', () => {
    const declared = `export declare const Level: { readonly Debug: "debug"; readonly Info: "info" };
      export declare const KINDS: readonly ["debug", "info"];
      export declare const ONE: "one";`;
    const main = (asked: string): string =>
      `import { Level, KINDS, ONE } from './levels.js'; type Asked = ${asked};`;
    const types = [
      '(typeof Level)[keyof typeof Level]',
      '(typeof KINDS)[number]',
      'typeof ONE',
      'keyof typeof Level',
    ];
    expect(types.map((asked) => readAskedType(main(asked), { 'levels.d.ts': declared }).type)).toEqual([
      level,
      level,
      oneOf('one'),
      oneOf('Debug', 'Info'),
    ]);
  });

  it('may be an enum, whose members provide keys and values', () => {
    const around = "enum Level { A = 'a', B = 'b' }";
    expect(readAskedType(`${around} type Asked = keyof typeof Level;`).type).toEqual(oneOf('A', 'B'));
    expect(readAskedType(`${around} type Asked = (typeof Level)[keyof typeof Level];`).type).toEqual(
      oneOf('a', 'b'),
    );
  });

  it.each([
    'const Level = make(); type Asked = typeof Level;',
    "const Level = { a: make() } as const; type Asked = (typeof Level)['a'];",
    "const Level = { a: 'a' } satisfies Other; type Asked = (typeof Level)['a'];",
    "let Level = 'a'; type Asked = typeof Level;",
    'const A = B; const B = A; type Asked = typeof A;',
    'type Asked = typeof missing;',
    "const L = { a: 'a' } as const; type Asked = (typeof L)['b'];",
    'type Asked = string | number;',
    "type Asked = 'a' | { b: symbol };",
    'type Asked = `${Date}`;',
    'type Asked = 1n;',
    'type Asked = Uppercase<string>;',
    "type Asked = Exclude<'a', 'a'>;",
    "type Asked = { [K in 'a' as number]: K };",
    "type Asked = string & { a: 1 }['a'];",
    'type Asked = string & number;',
    'enum A { X = B.X } enum B { X = A.X } type Asked = A;',
  ])('is unknown if only the compiler can infer it: %s', (main) => {
    const { type, findings } = readAskedType(main);
    expect(type).toBeUndefined();
    expect(findings.length).toBeGreaterThan(0);
  });
});

describe('a type of another file', () => {
  const files = {
    'types/level.ts': "export enum Level { A = 'a', B = 'b' } export const KINDS = ['x', 'y'] as const;",
    'types/index.ts': `export { Level as Renamed, KINDS } from './level.ts'; export * from './level.ts';
      import { Level } from './level.ts'; export type Alias = Level | 'c';`,
    'types/all.ts': "export * as levels from './level.ts';",
  };

  it.each<[string, Type]>([
    ["import { Level } from './types/level.ts'; type Asked = Level;", { A: 'a', B: 'b' }],
    ["import type { Level } from './types/level.js'; type Asked = Level;", { A: 'a', B: 'b' }],
    ["import { Renamed as Other } from './types'; type Asked = Other;", { A: 'a', B: 'b' }],
    ["import { Level } from './types/index.ts'; type Asked = Level.A;", oneOf('a')],
    [
      "import type { Alias } from './types/index.ts'; type Asked = Alias[];",
      { kind: 'array', of: oneOf('c', 'a', 'b') },
    ],
    ["import * as types from './types/index.ts'; type Asked = types.Alias;", oneOf('c', 'a', 'b')],
    ["import { KINDS } from './types/index.ts'; type Asked = (typeof KINDS)[number];", oneOf('x', 'y')],
    [
      "import * as types from './types/index.ts'; type Asked = (typeof types.KINDS)[number];",
      oneOf('x', 'y'),
    ],
    ["type Asked = import('./types/index.ts').Alias;", oneOf('c', 'a', 'b')],
  ])('is resolved: %s', (main, type) => {
    expect(readAskedType(main, files)).toEqual({ type, findings: [] });
  });
});
