import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SourceText } from '@writ/diagnostics';
import { describe, expect, it } from 'vitest';
import type { Declarations } from '../module/declarations.ts';
import { parseModuleSource } from '../module/module-source.ts';
import { parseDeclarations } from './parse-declarations.ts';

const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url));

/** Types that no request value can have, regardless of their content. */
const SKIPPED: ReadonlySet<unknown> = new Set([
  'TSConditionalType',
  'TSConstructorType',
  'TSFunctionType',
  'TSInferType',
  'TSThisType',
  'TSTypePredicate',
  'TSIntrinsicKeyword',
]);

/** Members whose content is ignored. */
const CLOSED: ReadonlySet<unknown> = new Set([
  'TSCallSignatureDeclaration',
  'TSConstructSignatureDeclaration',
  'TSMethodSignature',
]);

/** The tree without the parts that the type readers ignore. Each skipped type is replaced by a word. */
function withoutIgnored(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return value.map(withoutIgnored);
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  const { type, ...parts } = value as Readonly<Record<string, unknown>>;
  if (SKIPPED.has(type)) throw new SkippedType();
  if (CLOSED.has(type)) return 'closed';
  if (type === 'TSTypeAnnotation' || type === 'Argument') {
    return parseOrUndefined(() => withoutIgnored(parts['typeAnnotation']));
  }
  const entries = Object.entries(parts).flatMap(([key, part]): [string, unknown][] => {
    const isOffset = (key === 'start' || key === 'end') && !LOCATED.test(String(type));
    if (part === undefined || part === null || part === false || IGNORED.has(key) || isOffset) return [];
    if (key === 'params' && type === 'TSTypeParameterInstantiation')
      return [[key, (part as unknown[]).map((each) => parseOrUndefined(() => withoutIgnored(each)))]];
    if (key === 'key' && parts['computed'] === true && (part as { type: string }).type !== 'Literal')
      return [];
    if (key === 'value' && type === 'TemplateElement') return [[key, (part as { cooked: string }).cooked]];
    if (key === 'typeParameters')
      return [[key, (part as { params: readonly TypeParameter[] }).params.map(summarizeTypeParameter)]];
    return [[key, withoutIgnored(part)]];
  });
  return { type, ...Object.fromEntries(entries) };
}

interface TypeParameter {
  readonly name: { readonly name: string };
  readonly default: unknown;
}

function summarizeTypeParameter({ name, default: initial }: TypeParameter): unknown {
  return [name.name, parseOrUndefined(() => withoutIgnored(initial))];
}

/** Types of nodes whose locations appear in findings. */
const LOCATED = /^TS.*(?:Type|Keyword|Reference|Query)$/;

const IGNORED: ReadonlySet<string> = new Set([
  'range',
  'raw',
  'regex',
  'bigint',
  'readonly',
  'accessibility',
  'override',
  'declare',
  'definite',
  'tail',
  'label',
  'parameters',
  'options',
  'properties',
  'elements',
  'decorators',
  'static',
]);

class SkippedType extends Error {}

function parseOrUndefined(make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof SkippedType)) throw error;
    return 'passed over';
  }
}

/** The comparable parts of a file's declarations. */
function summarize({ classes, types, constants, imports, exports, starExports }: Declarations): object {
  return {
    classes: new Map(
      [...classes].map(([name, { typeParameters, body }]) => [
        name,
        [withoutIgnored({ typeParameters }), body.body.flatMap((each) => summarizeMember(each as never))],
      ]),
    ),
    types: new Map(
      [...types].map(([name, declarations]) => [
        name,
        declarations.map((each) => summarizeDeclaration(each as never)),
      ]),
    ),
    constants: new Map(
      [...constants]
        .map(([name, { id, init }]) =>
          [
            name,
            withoutIgnored((id as { readonly typeAnnotation?: unknown }).typeAnnotation),
            init === null ? undefined : parseOrUndefined(() => withoutIgnored(init)),
          ].slice(1),
        )
        .map((entry, index) => [[...constants.keys()][index], entry]),
    ),
    imports: new Map(imports),
    // Functions and namespaces are skipped.
    exports: new Map(
      [...exports].flatMap(([name, entry]): [string, unknown][] => {
        if ('specifier' in entry) return [[name, [entry.specifier, entry.name]]];
        const { local } = entry;
        const imported = imports.get(local);
        if (imported !== undefined) return [[name, [imported.specifier, imported.name]]];
        const isRead = [classes, types, constants].some((known) => known.has(local));
        return isRead ? [[name, local]] : [];
      }),
    ),
    starExports,
  };
}

interface Member {
  readonly kind?: string;
  readonly static?: boolean;
  readonly optional?: boolean;
  readonly computed?: boolean;
  readonly key: { readonly type: string };
  readonly typeAnnotation?: unknown;
  readonly value?: { readonly params: readonly object[]; readonly typeParameters: unknown };
}

function summarizeMember({
  kind,
  static: isStatic,
  key,
  computed,
  typeAnnotation,
  value,
}: Member): readonly unknown[] {
  if (key === undefined || key.type === 'PrivateIdentifier') return [];
  const name = computed === true && key.type !== 'Literal' ? 'computed' : withoutIgnored(key);
  if (value?.params === undefined) return [[name, isStatic, withoutIgnored(typeAnnotation)]];
  return [
    [
      name,
      kind === 'set' ? 'get' : kind,
      isStatic,
      withoutIgnored({ typeParameters: value.typeParameters }),
      value.params.map(withoutIgnored),
    ],
  ];
}

function summarizeDeclaration({
  type,
  ...parts
}: Readonly<Record<string, unknown>> & { readonly type: string }): unknown {
  const { typeParameters, typeAnnotation, body } = parts;
  const parameters = withoutIgnored({ typeParameters });
  if (type === 'TSTypeAliasDeclaration')
    return [parameters, parseOrUndefined(() => withoutIgnored(typeAnnotation))];
  if (type === 'TSEnumDeclaration')
    return [parts['const'], withoutIgnored((body as { members: unknown }).members)];
  const bases = (parts['extends'] as readonly { typeArguments: unknown; expression: unknown }[]).map(
    ({ expression, typeArguments }) => [withoutIgnored(expression), withoutIgnored(typeArguments)],
  );
  const members = (body as { body: readonly { typeAnnotation?: unknown; type: string; key: unknown }[] })
    .body;
  return [parameters, bases, members.map((each) => withoutIgnored(each))];
}

/** Packages whose declarations are handwritten or emitted by different compilers. */
const packages = [
  '@nestjs/common',
  'fast-check',
  'hono',
  'rolldown',
  'typescript',
  'undici-types',
  'vite',
  'zod',
];

const parseSummary = (text: string): object => summarize(parseDeclarations(text));
const readByOxc = (text: string): object => {
  const module = parseModuleSource('/a.d.ts', new SourceText('a.d.ts', text));
  expect(module.diagnostics).toEqual([]);
  return summarize(module);
};

describe('parseDeclarations reads declarations like oxc-parser', () => {
  it.each(packages)('in the package %s', (name) => {
    const files = globSync(`${name}/**/*.d.{ts,mts,cts}`, { cwd: modules }).toSorted();
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const text = readFileSync(`${modules}/${file}`, 'utf8');
      const oxc = parseModuleSource(`/${file}`, new SourceText(file, text));
      if (oxc.diagnostics.length > 0) continue;
      expect(summarize(parseDeclarations(text)), file).toEqual(summarize(oxc));
    }
  });

  it.each([
    "import a, { type B, type as C, type D as E, 'x y' as F } from './a.js'; import type * as g from 'g' with { type: 'json' };",
    "import './effect.js'; import type from './type.js'; import type H from './h.js';",
    "export * from './a.js'; export * as b from './b.js'; export type { C, D as E } from './c.js'; declare class F {} export { F as default };",
    'declare enum A { A = 1, B = -2, "c d" = "\\u{1F600}\\x41\\n", D } declare const enum B { A = "a" }',
    "type A = | 'a' | \"b\" | `c` | `${'d' | `e${number}`}-${string}` | -1 | 0x1F | 1_000 | 1e3 | 1n | true | null | undefined;",
    'type A = (typeof B)[keyof typeof B] | C["d"][] | readonly [a: 1, b?: 2, ...c: 3[]] | [1?, ...2[]] | import("./a.js").B<C>;',
    'type A = B extends infer C ? C : never; type D<T extends { a: 1 } = { a: 1 }, in out U = () => void> = (a: T) => U; type E = 1;',
    'type A = { readonly [K in keyof B]?: B[K] }; type C = { [key: string]: 1; a(): void; (b: 2): c; new (): d; readonly e?: 3, get f(): 4 };',
    'type A = abstract new () => B; type C = unique symbol; type D = asserts; type E = typeof import("./a.js");',
    'interface A<T> extends B, c.D<T>, E<{ a: 1 }> { readonly a: 1; "b c"?: 2; 3: 4; ["d"]: 5; [Symbol.iterator](): F; is: 6; get: 7 }',
    'declare const a: { readonly b: "c" }, d: unique symbol, e = "f", g = -1, h = I.J; declare let k: 1; declare var l: 2;',
    'declare class A<T extends B = C, in out U = T[], V = { a: D<T>; b?: () => E }> extends F<T, U> { a: T }',
    'declare abstract class A<T> extends B<T> implements C, D { private constructor(); #private; private a; static b: 1; readonly c?: 2; abstract d(e: 3): 4; }',
    'declare class A { constructor(a: 1, { b, c }: { b: 2 }, [d]?: [3], ...e: 4[]); f<T>(this: A, g?: 5): g is 6; get h(): 7; set h(i: 7); static: 8; get: 9; async(): 10; accessor j: 11 }',
    'export default class { a(b: 1): void } export declare namespace B { class C { a: 1 } } declare module "d" { class E {} } declare global { class F {} } export declare class G { a: 1 }',
    'export declare function a(b: 1): { c: 2 };\nexport declare class D { e: 3 }\ndeclare function f(): void\nexport interface G { h: 1 }',
    'export default A\ndeclare class A {\n  b: 1\n  c: () => void\n  [d]: 2\n  e(): f\n}\ntype G =\n  | 1\n  | 2\ntype H = {\n  a: 1\n  b: 2\n}',
    '/** { */ type A /* ; */ = 1; // }\ntype B = 2;',
  ])('%s', (text) => {
    expect(parseSummary(text)).toEqual(readByOxc(text));
  });

  it('parseDeclarations skips unsupported declarations and reads the rest', () => {
    const good = 'export declare class Good { a: 1 }';
    for (const bad of [
      'type = ;',
      'declare class { b: ?? }',
      'export declare %;',
      'interface A { b: (',
      "type A = 'b",
      'type A = `b${c',
    ])
      expect([...parseDeclarations(`${good}\n${bad}`).classes.keys()]).toContain('Good');
    expect([...parseDeclarations(`type = ;\n${good}`).classes.keys()]).toEqual(['Good']);
  });
});
