/**
 * The types that both front ends read from sources, each with an accepted and a rejected value. Annotations and
 * controllers must treat all of them alike, in requests, in results and in the OpenAPI document.
 */

export interface Kind {
  /** The type as written, with the declarations below. */
  readonly type: string;
  readonly accepted: unknown;
  readonly rejected: unknown;
  /** The issue with the rejected value in a body: its pointer inside the value, and its detail. */
  readonly issue: readonly [pointer: string, detail: string];
  /** The schema, with references replaced by what they refer to, and without `additionalProperties: false`. */
  readonly schema: object;
  /** A query parameter that is accepted, and one that is rejected. */
  readonly query?: readonly [accepted: string, rejected: string];
  /** An expression for the JSON form of `value`. Without a JSON form of its own, the type has no result. */
  readonly json?: string;
  /** The JSON form of the accepted value, if it differs from the value. */
  readonly shown?: unknown;
}

/** The module `types.ts`, which the classes with the types import. */
export const declarations = `
  import { z } from 'zod';
  export const KINDS = ['text', 'list'] as const;
  export const LEVELS = { debug: 10, info: 20 } as const;
  export enum Colour { Red = 'red', Blue = 'blue' }
  export type Level = 'debug' | 'info' | 'none';
  export interface Note { title: string; rank?: number }
  export interface Page<T, K = 'next'> { items: T[]; link?: K }
  export interface Named<T> extends Page<T> { name: string }
  export type Pair<A, B = A> = [A, B];
  export type Box<T> = { value: T };
  export type Flags<T> = { [K in keyof T]: boolean };
  export type Prefixed<T> = { [K in keyof T as \`the_\${string & K}\`]: T[K] };
  export type Without<T, Key> = { [K in keyof T as Exclude<K, Key>]: T[K] };
  export type Id = string & { readonly brand: 'id' };
  declare const brand: unique symbol;
  export interface Brand { readonly [brand]: true }
  export interface Added { kind: 'added'; note: Note }
  export interface Removed { kind: 'removed'; rank: number }
  export type Change = Added | Removed;
  export interface Tree { value: string; children?: Tree[] }
  export interface List<T> { head: T; tail: List<T> | null }
  export interface Folder { name: string; files: Entry[] }
  export interface Entry { name: string; folder?: Folder }
  export const Item = z.object({ title: z.string().min(2), rank: z.number() });
  export type Item = z.infer<typeof Item>;
  export const Rank = z.number().int().max(5);
  export const Key = z.string().brand<'key'>();
  export interface Items { list: z.infer<typeof Item>[] }
`;

/** The package `@acme/types`, which another package of the workspace contains. */
export const otherPackage = `
  import { z } from 'zod';
  export interface Order { item: string; count?: number }
  export const SIZES = ['small', 'large'] as const;
  export const Address = z.object({ city: z.string().min(2) });
  export type Address = z.infer<typeof Address>;
`;

const text = { type: 'string' };
const number = { type: 'number' };
const boolean = { type: 'boolean' };
const oneOf = (...values: readonly unknown[]): object => ({ type: typeof values[0], enum: values });
const list = (items: object): object => ({ type: 'array', items });
const object = (properties: Readonly<Record<string, object>>, ...required: readonly string[]): object => ({
  type: 'object',
  ...(Object.keys(properties).length === 0 ? {} : { properties }),
  ...(required.length === 0 ? {} : { required }),
});
const note = object({ title: text, rank: number }, 'title');
const added = object({ kind: oneOf('added'), note }, 'kind', 'note');
const removed = object({ kind: oneOf('removed'), rank: number }, 'kind', 'rank');
const levels = ['debug', 'info', 'none'] as const;
const item = object({ title: { type: 'string', minLength: 2 }, rank: number }, 'title', 'rank');

export const KINDS: readonly Kind[] = [
  {
    type: '(typeof KINDS)[number]',
    accepted: 'list',
    rejected: 'no',
    issue: ['', 'must be one of "text", "list"'],
    schema: oneOf('text', 'list'),
    query: ['list', 'no'],
  },
  {
    type: 'keyof Note',
    accepted: 'rank',
    rejected: 'no',
    issue: ['', 'must be one of "title", "rank"'],
    schema: oneOf('title', 'rank'),
    query: ['rank', 'no'],
  },
  {
    type: 'keyof typeof LEVELS',
    accepted: 'info',
    rejected: 'no',
    issue: ['', 'must be one of "debug", "info"'],
    schema: oneOf('debug', 'info'),
    query: ['debug', '10'],
  },
  {
    type: '(typeof LEVELS)[keyof typeof LEVELS]',
    accepted: 20,
    rejected: 30,
    issue: ['', 'must be one of 10, 20'],
    schema: oneOf(10, 20),
    query: ['10', '11'],
  },
  {
    type: 'Colour',
    accepted: 'blue',
    rejected: 'Blue',
    issue: ['', 'must be one of "red", "blue"'],
    schema: oneOf('red', 'blue'),
    query: ['red', 'Red'],
  },
  {
    type: "'auto' | number",
    accepted: 5,
    rejected: 'no',
    issue: ['', 'must be "auto" | number'],
    schema: { anyOf: [oneOf('auto'), number] },
    query: ['auto', 'no'],
  },
  {
    type: 'string | string[]',
    accepted: ['a'],
    rejected: [1],
    issue: ['/0', 'must be a string'],
    schema: { anyOf: [text, list(text)] },
  },
  {
    type: "Exclude<Level, 'none'>",
    accepted: 'info',
    rejected: 'none',
    issue: ['', 'must be one of "debug", "info"'],
    schema: oneOf('debug', 'info'),
    query: ['debug', 'none'],
  },
  {
    type: "Extract<Level, 'none' | 'other'>",
    accepted: 'none',
    rejected: 'info',
    issue: ['', 'must be one of "none"'],
    schema: oneOf('none'),
    query: ['none', 'info'],
  },
  {
    type: "Exclude<Change, { kind: 'added' }>",
    accepted: { kind: 'removed', rank: 1 },
    rejected: { kind: 'added', rank: 1 },
    issue: ['/kind', 'must be one of "removed"'],
    schema: removed,
  },
  {
    type: "Exclude<'auto' | number | null, 'auto' | null>",
    accepted: 5,
    rejected: 'auto',
    issue: ['', 'must be a number'],
    schema: number,
    query: ['5', 'auto'],
  },
  {
    type: 'NonNullable<Level | null | undefined>',
    accepted: 'none',
    rejected: null,
    issue: ['', 'must be one of "debug", "info", "none"'],
    schema: oneOf(...levels),
    query: ['none', 'null'],
  },
  {
    type: "Uppercase<'a' | 'b'>",
    accepted: 'A',
    rejected: 'a',
    issue: ['', 'must be one of "A", "B"'],
    schema: oneOf('A', 'B'),
    query: ['B', 'b'],
  },
  { type: 'Id', accepted: 'a', rejected: 1, issue: ['', 'must be a string'], schema: text },
  {
    type: 'number & Brand',
    accepted: 1,
    rejected: 'a',
    issue: ['', 'must be a number'],
    schema: number,
    query: ['1', 'a'],
  },
  {
    type: 'string & keyof Note',
    accepted: 'title',
    rejected: 'no',
    issue: ['', 'must be one of "title", "rank"'],
    schema: oneOf('title', 'rank'),
    query: ['title', 'no'],
  },
  {
    type: 'Box<Note>',
    accepted: { value: { title: 'a' } },
    rejected: { value: {} },
    issue: ['/value/title', 'is missing'],
    schema: object({ value: note }, 'value'),
  },
  {
    type: 'Box<Box<Id>>',
    accepted: { value: { value: 'a' } },
    rejected: { value: { value: 1 } },
    issue: ['/value/value', 'must be a string'],
    schema: object({ value: object({ value: text }, 'value') }, 'value'),
  },
  {
    type: 'Pair<string, number>',
    accepted: ['a', 1],
    rejected: ['a', 'b'],
    issue: ['/1', 'must be a number'],
    schema: { type: 'array', prefixItems: [text, number], minItems: 2, maxItems: 2 },
  },
  {
    type: 'Pair<number>',
    accepted: [1, 2],
    rejected: [1, 'b'],
    issue: ['/1', 'must be a number'],
    schema: { type: 'array', prefixItems: [number, number], minItems: 2, maxItems: 2 },
  },
  {
    type: 'Named<number>',
    accepted: { items: [1], name: 'a', link: 'next' },
    rejected: { items: ['x'], name: 'a' },
    issue: ['/items/0', 'must be a number'],
    schema: object({ items: list(number), link: oneOf('next'), name: text }, 'items', 'name'),
  },
  {
    type: 'Flags<Note>',
    accepted: { title: true },
    rejected: { title: 1 },
    issue: ['/title', 'must be true or false'],
    schema: object({ title: boolean, rank: boolean }, 'title'),
  },
  {
    type: 'Prefixed<Note>',
    accepted: { the_title: 'a' },
    rejected: { the_title: 1 },
    issue: ['/the_title', 'must be a string'],
    schema: object({ the_title: text, the_rank: number }, 'the_title'),
  },
  {
    type: "Without<Note, 'rank'>",
    accepted: { title: 'a' },
    rejected: { title: 1 },
    issue: ['/title', 'must be a string'],
    schema: object({ title: text }, 'title'),
  },
  {
    type: "{ [K in 'a' | 'b']?: K }",
    accepted: { a: 'a' },
    rejected: { a: 'b' },
    issue: ['/a', 'must be one of "a"'],
    schema: object({ a: oneOf('a'), b: oneOf('b') }),
  },
  {
    type: '{ readonly [K in keyof Note]-?: Note[K] }',
    accepted: { title: 'a', rank: 1 },
    rejected: { title: 'a' },
    issue: ['/rank', 'is missing'],
    schema: object({ title: text, rank: number }, 'title', 'rank'),
  },
  {
    type: '{ [K in string]: number }',
    accepted: { a: 1 },
    rejected: { a: 'b' },
    issue: ['/a', 'must be a number'],
    schema: { type: 'object', additionalProperties: number },
  },
  {
    type: 'Partial<Note>',
    accepted: {},
    rejected: { rank: 'a' },
    issue: ['/rank', 'must be a number'],
    schema: object({ title: text, rank: number }),
  },
  {
    type: "Record<Exclude<Level, 'none'>, number>",
    accepted: { debug: 1, info: 2 },
    rejected: { debug: 1 },
    issue: ['/info', 'is missing'],
    schema: object({ debug: number, info: number }, 'debug', 'info'),
  },
  {
    type: 'Change',
    accepted: { kind: 'removed', rank: 1 },
    rejected: { kind: 'added', note: {} },
    issue: ['/note/title', 'is missing'],
    schema: { anyOf: [added, removed] },
  },
  {
    type: "Change['kind']",
    accepted: 'added',
    rejected: 'no',
    issue: ['', 'must be one of "added", "removed"'],
    schema: oneOf('added', 'removed'),
    query: ['removed', 'no'],
  },
  {
    type: '{ at: string } & Change',
    accepted: { at: 'a', kind: 'removed', rank: 1 },
    rejected: { kind: 'removed', rank: 1 },
    issue: ['/at', 'is missing'],
    schema: {
      anyOf: [
        object({ at: text, kind: oneOf('added'), note }, 'at', 'kind', 'note'),
        object({ at: text, kind: oneOf('removed'), rank: number }, 'at', 'kind', 'rank'),
      ],
    },
  },
  {
    type: 'string | Note',
    accepted: { title: 'a' },
    rejected: { title: 1 },
    issue: ['/title', 'must be a string'],
    schema: { anyOf: [text, note] },
  },
  {
    type: 'Tree',
    accepted: { value: 'a', children: [{ value: 'b', children: [] }] },
    rejected: { value: 'a', children: [{ value: 'b', children: [{}] }] },
    issue: ['/children/0/children/0/value', 'is missing'],
    schema: object({ value: text, children: list({ contains: 'Tree' }) }, 'value'),
  },
  {
    type: 'List<number>',
    accepted: { head: 1, tail: { head: 2, tail: null } },
    rejected: { head: 1, tail: { head: 'b', tail: null } },
    issue: ['/tail/head', 'must be a number'],
    schema: object(
      { head: number, tail: { anyOf: [{ contains: 'List' }, { type: 'null' }] } },
      'head',
      'tail',
    ),
  },
  {
    type: 'Folder',
    accepted: { name: 'a', files: [{ name: 'b', folder: { name: 'c', files: [] } }] },
    rejected: { name: 'a', files: [{ name: 'b', folder: { name: 'c' } }] },
    issue: ['/files/0/folder/files', 'is missing'],
    schema: object(
      { name: text, files: list(object({ name: text, folder: { contains: 'Folder' } }, 'name')) },
      'name',
      'files',
    ),
  },
  {
    type: 'Set<Level>',
    accepted: ['none', 'info', 'none'],
    rejected: ['x'],
    issue: ['/0', 'must be one of "debug", "info", "none"'],
    schema: { ...list(oneOf(...levels)), uniqueItems: true },
    json: '[...value].toSorted()',
    shown: ['info', 'none'],
  },
  {
    type: 'Map<string, Note>',
    accepted: { a: { title: 'b' } },
    rejected: { a: {} },
    issue: ['/a/title', 'is missing'],
    schema: { type: 'object', additionalProperties: note },
    json: '[...value]',
    shown: [['a', { title: 'b' }]],
  },
  {
    type: 'ReadonlyMap<number, string>',
    accepted: { 5: 'b' },
    rejected: { a: 'b' },
    issue: ['/a', 'must be a number'],
    schema: { type: 'object', additionalProperties: text },
    json: '[...value]',
    shown: [[5, 'b']],
  },
  {
    type: 'z.infer<typeof Item>',
    accepted: { title: 'tea', rank: 1 },
    rejected: { title: 't', rank: 1 },
    issue: ['/title', 'Too small: expected string to have >=2 characters'],
    schema: item,
  },
  {
    type: 'z.input<typeof Item>',
    accepted: { title: 'tea', rank: 1 },
    rejected: { title: 't', rank: 1 },
    issue: ['/title', 'Too small: expected string to have >=2 characters'],
    schema: item,
  },
  {
    type: 'Item',
    accepted: { title: 'tea', rank: 1 },
    rejected: { title: 't', rank: 1 },
    issue: ['/title', 'Too small: expected string to have >=2 characters'],
    schema: item,
  },
  {
    type: 'z.infer<typeof Item>[]',
    accepted: [{ title: 'tea', rank: 1 }],
    rejected: [{ title: 't', rank: 1 }],
    issue: ['/0/title', 'Too small: expected string to have >=2 characters'],
    schema: list(item),
  },
  {
    type: 'Items',
    accepted: { list: [{ title: 'tea', rank: 1 }] },
    rejected: { list: [{ title: 't', rank: 1 }] },
    issue: ['/list/0/title', 'Too small: expected string to have >=2 characters'],
    schema: object({ list: list(item) }, 'list'),
  },
  {
    type: 'Box<z.infer<typeof Item> | null>',
    accepted: { value: null },
    rejected: { value: { title: 't', rank: 1 } },
    issue: ['/value/title', 'Too small: expected string to have >=2 characters'],
    schema: object({ value: { anyOf: [item, { type: 'null' }] } }, 'value'),
  },
  {
    type: 'z.infer<typeof Rank>',
    accepted: 5,
    rejected: 6,
    issue: ['', 'Too big: expected number to be <=5'],
    schema: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: 5 },
    query: ['5', '6'],
  },
  {
    type: 'z.infer<typeof Key>',
    accepted: 'a',
    rejected: 1,
    issue: ['', 'Invalid input: expected string, received number'],
    schema: text,
  },
  {
    type: 'Order',
    accepted: { item: 'tea' },
    rejected: { item: 1 },
    issue: ['/item', 'must be a string'],
    schema: object({ item: text, count: number }, 'item'),
  },
  {
    type: '(typeof SIZES)[number]',
    accepted: 'small',
    rejected: 'no',
    issue: ['', 'must be one of "small", "large"'],
    schema: oneOf('small', 'large'),
    query: ['large', 'no'],
  },
  {
    type: 'Address',
    accepted: { city: 'Paris' },
    rejected: { city: 'P' },
    issue: ['/city', 'Too small: expected string to have >=2 characters'],
    schema: object({ city: { type: 'string', minLength: 2 } }, 'city'),
  },
  {
    type: 'z.input<typeof Address>',
    accepted: { city: 'Paris' },
    rejected: { city: 'P' },
    issue: ['/city', 'Too small: expected string to have >=2 characters'],
    schema: object({ city: { type: 'string', minLength: 2 } }, 'city'),
  },
];
