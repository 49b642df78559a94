import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTree } from './parse-tree.ts';
import type { JsonNode } from './tree.ts';

/** The value of a node; values that could not be read are `undefined`. */
function valueOf(node: JsonNode | undefined): unknown {
  if (node === undefined || node.kind === 'invalid') return undefined;
  if (node.kind === 'array') return node.items.map(valueOf);
  if (node.kind === 'object')
    return Object.fromEntries(node.members.map(({ key, value }) => [key, valueOf(value)]));
  return node.value;
}

describe('the parser', () => {
  // ‹fault› marks the range of the finding.
  it.each<[string, string, string, unknown]>([
    ['a comma after the last member', 'trailing-comma', '{"a": 1‹,›}', { a: 1 }],
    ['a comma after the last item', 'trailing-comma', '{"a": [1‹,›\n]}', { a: [1] }],
    ['no comma between members', 'missing-comma', '{"a": 1‹›\n"b": 2}', { a: 1, b: 2 }],
    ['no comma between items', 'missing-comma', '{"a": [1‹› 2]}', { a: [1, 2] }],
    ['a semicolon instead of a comma', 'missing-comma', '{"a": 1‹;› "b": 2}', { a: 1, b: 2 }],
    ['a semicolon instead of a comma after a string', 'missing-comma', '{"a":"x"‹;›"b":2}', { a: 'x', b: 2 }],
    ['two commas', 'extra-comma', '{"a": 1,‹,› "b": 2}', { a: 1, b: 2 }],
    ['a leading comma', 'extra-comma', '{‹,›"a": 1}', { a: 1 }],
    ['no colon', 'missing-colon', '{"a"‹› 1, "b": 2}', { a: 1, b: 2 }],
    ['an equals sign', 'missing-colon', '{"a" ‹=› 1, "b": 2}', { a: 1, b: 2 }],
    [
      'a quote inside a command',
      'inner-quote',
      '{"a": ["echo ‹"›x"; git clone y", "z"]}',
      { a: ['echo "x"; git clone y', 'z'] },
    ],
    ['a semicolon before a colon', 'unexpected-text', '{"a"‹;›: 1, "b": 2}', { a: 1, b: 2 }],
    ['a semicolon at the end of an object', 'missing-comma', '{"b": 2, "a": 1‹;›\n}', { a: 1, b: 2 }],
    ['a semicolon instead of a colon', 'missing-colon', '{"a"‹;› 1, "b": 2}', { a: 1, b: 2 }],
    ['no value', 'missing-value', '{"a":‹›, "b": 2}', { a: undefined, b: 2 }],
    ['no value before the next key', 'missing-value', '{"a":‹›\n "b": 2}', { a: undefined, b: 2 }],
    ['a key without a colon and a value', 'missing-value', '{‹"a"›, "b": 2}', { a: undefined, b: 2 }],
    ['no closing quote', 'missing-quote', '{"a": ‹"x›,\n "b": 2}', { a: 'x', b: 2 }],
    [
      'no closing quote before brackets',
      'missing-quote',
      '{"a": [{"b": ‹"x›}], \n "c": 1}',
      { a: [{ b: 'x' }], c: 1 },
    ],
    [
      'no closing quote before more values',
      'missing-quote',
      '{"a": [‹"x›, "y", "z"]}',
      { a: ['x', 'y', 'z'] },
    ],
    ['no opening quote', 'missing-quote', '{"a": ‹x"›, "b": 2}', { a: 'x', b: 2 }],
    ['no closing quote of a key', 'missing-quote', '{‹"a›: "x", "b": 2}', { a: 'x', b: 2 }],
    ['no opening quote of a key', 'missing-quote', '{‹a"›: "x", "b": 2}', { a: 'x', b: 2 }],
    [
      'a quote inside a string',
      'inner-quote',
      '{"a": "say ‹"›hi" now", "b": 2}',
      { a: 'say "hi" now', b: 2 },
    ],
    ['a quote inside a key', 'inner-quote', '{"a‹"›b": 1, "b": 2}', { 'a"b': 1, b: 2 }],
    ['a line break inside a key', 'line-break', '{"a‹›\nb": 1,\n "b": 2}', { 'a\nb': 1, b: 2 }],
    ['text before a colon', 'unexpected-text', '{"a"‹,›: 1, "b": 2}', { a: 1, b: 2 }],
    ['typographic quotes', 'wrong-quotes', '{"a": ‹“x”›, "b": 2}', { a: 'x', b: 2 }],
    ['single quotes', 'wrong-quotes', `{"a": ‹'x'›, "b": 2}`, { a: 'x', b: 2 }],
    ['a key without quotes', 'unquoted-key', '{‹a›: 1, "b": 2}', { a: 1, b: 2 }],
    [
      'a string without quotes',
      'wrong-value',
      '{"a": ‹systemd-bootctl›, "b": 2}',
      { a: 'systemd-bootctl', b: 2 },
    ],
    ['an address without quotes', 'wrong-value', '{"a": ‹192.168.1.1›, "b": 2}', { a: '192.168.1.1', b: 2 }],
    ['a literal of another programming language', 'wrong-value', '{"a": ‹True›, "b": 2}', { a: true, b: 2 }],
    ['a number that is invalid in JSON', 'wrong-number', '{"a": ‹01›, "b": 2}', { a: 1, b: 2 }],
    ['an incomplete number', 'wrong-number', '{"a": ‹1.›, "b": 2}', { a: 1, b: 2 }],
    ['a tab inside a string', 'control-character', '{"a": "x‹\t›y", "b": 2}', { a: 'x\ty', b: 2 }],
    ['a line break inside a string', 'line-break', '{"a": "x‹›\ny",\n "b": 2}', { a: 'x\ny', b: 2 }],
    ['a wrong escape', 'wrong-escape', String.raw`{"b": 2, "c": "x‹\d›"}`, { b: 2, c: 'x' }],
    ['a comment', 'comment', '{"a": 1, ‹// one›\n "b": 2}', { a: 1, b: 2 }],
    ['a shell comment', 'comment', '{"a": 1, ‹# one›\n "b": 2}', { a: 1, b: 2 }],
    ['a non-breaking space', 'invalid-whitespace', '{"a":‹\u00a0›1, "b": 2}', { a: 1, b: 2 }],
    ['no closing bracket of a list', 'missing-bracket', '{"a": [1‹›,\n "b": 2}', { a: [1], b: 2 }],
    [
      'no closing bracket of an object',
      'missing-bracket',
      '{\n "a": {\n  "x": 1‹›,\n "b": 2\n}',
      { a: { x: 1 }, b: 2 },
    ],
    [
      'neither bracket nor comma',
      'missing-bracket',
      '{\n "a": {\n  "x": 1‹›\n "b": 2\n}',
      { a: { x: 1 }, b: 2 },
    ],
    [
      'no closing bracket of an object on one line',
      'missing-bracket',
      '{\n "a": {"x": {}‹›,\n "b": 2,\n "c": 3\n}',
      { a: { x: {} }, b: 2, c: 3 },
    ],
    [
      'a square bracket instead of the brace of an item',
      'missing-bracket',
      '{"a": [[‹›"x": 1}, {"x": 2}], "b": 2}',
      { a: [[], { x: 1 }, { x: 2 }], b: 2 },
    ],
    ['no brackets at the end', 'missing-bracket', '{"a": [{"b": 2‹›', { a: [{ b: 2 }] }],
    ['no first bracket', 'missing-bracket', '‹›"a": 1, "b": 2}', { a: 1, b: 2 }],
    [
      'no opening bracket of a list',
      'missing-bracket',
      '{"a": ‹›"x", "y", "z"], "b": 2}',
      { a: ['x', 'y', 'z'], b: 2 },
    ],
    ['no opening bracket of a short list', 'missing-bracket', '{"a": ‹›"x"], "b": 2}', { a: ['x'], b: 2 }],
    ['no opening bracket of an empty list', 'missing-bracket', '{"a": ‹›], "b": 2}', { a: [], b: 2 }],
    [
      'no opening bracket of an object',
      'missing-bracket',
      '{\n "a":\n  ‹›"x": 1\n },\n "b": 2\n}',
      { a: { x: 1 }, b: 2 },
    ],
    [
      'no opening bracket of an item',
      'missing-bracket',
      '{"a": [{"x": 1}, ‹›"x": 2}], "b": 2}',
      { a: [{ x: 1 }, { x: 2 }], b: 2 },
    ],
    [
      'no opening bracket before objects',
      'missing-bracket',
      '{"a": ‹›{"x": 1}, {"x": 2}], "b": 2}',
      { a: [{ x: 1 }, { x: 2 }], b: 2 },
    ],
    ['no closing bracket of an empty list', 'missing-bracket', '{"a": [‹›, "b": 2}', { a: [], b: 2 }],
    ['no closing bracket of an empty object', 'missing-bracket', '{"a": {‹›, "b": {}}', { a: {}, b: {} }],
    [
      'no opening quote of an address',
      'missing-quote',
      '{‹https://a/$repo"›: true, "b": 2}',
      { 'https://a/$repo': true, b: 2 },
    ],
    [
      'no closing quote of an address',
      'missing-quote',
      '{‹"https://a/$repo›: true, "b": 2}',
      { 'https://a/$repo': true, b: 2 },
    ],
    [
      'no closing quote of two words',
      'missing-quote',
      '{‹"parallel downloads›: 0, "b": 2}',
      { 'parallel downloads': 0, b: 2 },
    ],
    [
      'no closing bracket of an item',
      'missing-bracket',
      '{"a": [{"x": 1‹›, {"x": 2}], "b": 2}',
      { a: [{ x: 1 }, { x: 2 }], b: 2 },
    ],
    ['a superfluous bracket', 'extra-bracket', '{"a": {"x": 1}‹}›, "b": 2}', { a: { x: 1 }, b: 2 }],
    ['unexpected closing brackets at the end', 'extra-bracket', '{"a": 1}\n‹}]›', { a: 1 }],
    ['a bracket of the wrong kind', 'wrong-bracket', '{"a": {"x": 1‹]›, "b": 2}', { a: { x: 1 }, b: 2 }],
    ['keys in square brackets', 'wrong-bracket', '{"a": ‹[›"x": 1], "b": 2}', { a: { x: 1 }, b: 2 }],
    ['a second object', 'second-object', '{"a": 1}\n‹{›"b": 2}', { a: 1, b: 2 }],
    ['text after the object', 'text-after-object', '{"a": 1}\n‹and more›\n', { a: 1 }],
    ['a value without a key', 'value-without-key', '{"a": 1, ‹[›2], "b": 2}', { a: 1, b: 2 }],
    ['a string after a value', 'unexpected-text', '{"a": "x" ‹"y"›, "b": 2}', { a: 'x', b: 2 }],
    ['text between members', 'unexpected-text', '{"a": 1, ‹...›, "b": 2}', { a: 1, b: 2 }],
    ['a YAML file', 'not-an-object', '‹bootloader›: grub\nhostname: x', undefined],
    ['a list', 'not-an-object', '‹[›{"a": 1}]', undefined],
    ['an empty file', 'empty-file', '‹›', undefined],
  ])('reports each fault once and reads the rest of the file: %s: %s', (_name, kind, marked, value) => {
    const start = marked.indexOf('‹');
    const end = marked.indexOf('›') - 1;
    const { root, faults } = parseTree(marked.replace(/[‹›]/g, ''));
    expect(faults.map((fault) => [fault.kind, fault.start, fault.end])).toEqual([[kind, start, end]]);
    expect(valueOf(root)).toEqual(value);
  });

  it('reports each of several faults in one file', () => {
    const { root, faults } = parseTree(
      '{\n "k": [\n  "linux"\n ]\n "b": "x,\n "n": {\n  "type": "nm"\n }\n "p": [\n  "git",\n ],\n}',
    );
    expect(faults.map(({ kind }) => kind)).toEqual([
      'missing-comma',
      'missing-quote',
      'missing-comma',
      'trailing-comma',
      'trailing-comma',
    ]);
    expect(valueOf(root)).toEqual({ k: ['linux'], b: 'x', n: { type: 'nm' }, p: ['git'] });
  });

  it.each(['{"a": [1}', '{"a": 1}}', '{"a": {"b": 1], "c": 1}', '{"a": 1'])(
    'reports mismatched brackets: %s',
    (text) => {
      expect(parseTree(text).bracketsWrong).toBe(true);
    },
  );

  it('stops after one hundred faults', () => {
    const longest = 2 ** 17;
    for (const noise of ['x,', 'x ', "'", '# ', '"x" ', '{"a":', '}', '\\', '“', '1;', '"x\n']) {
      const { faults } = parseTree(
        `{"a": [${noise.repeat(Math.floor(Math.min(longest / noise.length, noise.includes('{') ? 60 : longest)))}`,
      );
      expect(faults.length).toBeGreaterThan(0);
      expect(faults.length).toBeLessThan(102);
    }
    expect(parseTree('// a\n'.repeat(200)).faults.length).toBe(101);
  });
});

describe('for valid JSON, the parser and JSON.parse', () => {
  const json = fc.json({ maxDepth: 4 }).filter((text) => text.startsWith('{'));
  const almostJson = fc
    .tuple(
      json,
      fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom(...'{}[],:"\\\'#/x1 \n\t', 'true')), {
        maxLength: 3,
      }),
    )
    .map(([text, edits]) => {
      let edited = text;
      for (const [place, remove, insert] of edits) {
        const at = place % (edited.length + 1);
        edited = edited.slice(0, at) + insert + edited.slice(at + remove);
      }
      return edited;
    });

  it('accept the same strings and return the same values', () => {
    fc.assert(
      fc.property(fc.oneof(json, almostJson, fc.string()), (text) => {
        const { root, faults } = parseTree(text);
        for (const { start, end } of faults) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(text.length);
        }
        let parsed: unknown;
        try {
          parsed = JSON.parse(text);
        } catch {
          expect(faults).not.toEqual([]);
          return;
        }
        if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
          expect(faults.map(({ kind }) => kind)).toEqual(['not-an-object']);
        } else {
          expect(faults).toEqual([]);
          expect(valueOf(root)).toEqual(parsed);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

it.each<[string, boolean]>([
  ['{"a": {"b": 1}}}', false],
  ['{"a": {"b": 1}}\n]}', false],
  ['{"a": {"b": 1}}, "c": 2}', true],
  ['{"a": {"b": 1}, "c": 2', true],
])(
  'the parser reports whether keys may be in the wrong object after the mismatched bracket in %s: %s',
  (text, moved) => {
    expect(parseTree(text)).toMatchObject({ bracketsWrong: true, keysMoved: moved });
  },
);
