import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { explanationAt } from './explanation.ts';
import { cursorContextAt } from './cursor-context.ts';
import { createSchemaLookup, type Schema } from './schema.ts';
import { suggestionsAt } from './suggestions.ts';

const published = new URL('../../installer/src/schema/schema.json', import.meta.url);
const schema = createSchemaLookup(JSON.parse(readFileSync(published, 'utf8')) as Schema);

/** Splits a string at the caret `|`. */
function split(marked: string): [text: string, offset: number] {
  const offset = marked.indexOf('|');
  return [marked.replace('|', ''), offset];
}
const labelsAt = (marked: string): string[] =>
  suggestionsAt(schema, ...split(marked))?.all.map(({ label }) => label) ?? [];

/** Returns the text after the suggestion with this label is chosen, with the caret at `|`. */
function choose(marked: string, label: string): string {
  const [text, offset] = split(marked);
  const { place, all } = suggestionsAt(schema, text, offset)!;
  const { insert, caret } = all.find((each) => each.label === label)!;
  return `${text.slice(0, place.start)}${insert.slice(0, caret)}|${insert.slice(caret)}${text.slice(place.end)}`;
}

describe('cursorContextAt', () => {
  it.each([
    ['{|}', 'key', [], ''],
    ['{"a|', 'key', [], 'a'],
    ['{"a|"}', 'key', [], 'a'],
    ['{"a": |}', 'value', ['a'], ''],
    ['{"a": "b|"}', 'value', ['a'], 'b'],
    ['{"a": tr|}', 'value', ['a'], 'tr'],
    ['{"a": ["x", "y|"]}', 'value', ['a', 1], 'y'],
    ['{"a": [{"b": {"c|', 'key', ['a', 0, 'b'], 'c'],
    ['{"a": {"b": 1}, |}', 'key', [], ''],
    ['{"a": {"b": 1} |}', 'key', [], ''],
    ['{"a": "open\n "b|": 1}', 'key', [], 'b'],
    ['{"a": 1 "b": |}', 'value', ['b'], ''],
    ['{"}]{": [|]}', 'value', ['}]{', 0], ''],
  ])('returns for %s that the caret is at a %s', (marked, role, path, text) => {
    expect(cursorContextAt(...split(marked))).toMatchObject({ role, path, text });
  });

  it.each(['|', '| {}', '{} |', '"te|xt"', ']]}|'])('returns undefined outside an object: %s', (marked) => {
    expect(cursorContextAt(...split(marked))).toBeUndefined();
  });

  it('returns the other keys, including later keys, and the next token', () => {
    const place = cursorContextAt(...split('{"a": 1, "b|": 2, "c": {"d": 3}}'))!;
    expect([[...place.siblings], place.next]).toEqual([['a', 'c'], ':']);
  });

  it('accepts every offset in every truncated configuration', () => {
    const whole = '{"a\\"": [true, {"b": "c"}, ], "d" 1 }';
    for (let length = 0; length <= whole.length; length += 1) {
      for (let offset = 0; offset <= length; offset += 1) {
        const place = cursorContextAt(whole.slice(0, length), offset);
        if (place !== undefined) {
          expect([place.start <= offset, offset <= place.end]).toEqual([true, true]);
        }
      }
    }
  });
});

describe('the suggestions of the editor', () => {
  it('include only missing keys', () => {
    const root = labelsAt('{"kernels": ["linux"], |}');
    expect(root).toEqual(expect.arrayContaining(['bootloader', '!users', 'profile', '$schema']));
    expect(root).not.toContain('kernels');
    expect(new Set(root).size).toBe(root.length);
    expect(labelsAt('{"profile": {"ma|"}}')).toContain('main');
    expect(labelsAt('{"profile": {|}}')).not.toContain('bootloader');
    expect(labelsAt('{"profile": {"custom": [{|}]}}')).toEqual(['packages', 'services', 'enabled']);
    expect(labelsAt('{"!root-password": {|}}')).toEqual(['$secret', 'hash']);
  });

  it('support both notations of users, and the entries of a list', () => {
    const user = ['username', '!password', 'sudo'];
    expect([labelsAt('{"!users": {|}}'), labelsAt('{"!users": [{|}]}')]).toEqual([user, user]);
    expect(labelsAt('{"network_config": {"nics": [{}, {|}]}}')).toEqual([
      'iface',
      'dhcp',
      'ip',
      'gateway',
      'dns',
    ]);
  });

  it('include the allowed values', () => {
    expect(labelsAt('{"bootloader": |}')).toEqual(['systemd-bootctl', 'grub-install', 'efistub']);
    expect(labelsAt('{"kernels": ["linux", "|"]}')).toEqual([
      'linux',
      'linux-lts',
      'linux-zen',
      'linux-hardened',
    ]);
    expect(labelsAt('{"ntp": |}')).toEqual(['true', 'false']);
    expect(labelsAt('{"profile": {"details": "|"}}')).toContain('plasma');
    // Only a string fits within quotes.
    expect(labelsAt('{"network_config": "|"}')).toEqual([]);
    expect(labelsAt('{"network_config": |}')).toEqual(['{ "type": "nm" }']);
    expect(labelsAt('{"mirror-region": {"Worldwide": {"https://m.example/$repo/$arch": |}}}')).toEqual([
      'true',
      'false',
    ]);
  });

  it('state whether a key is required, its default and its description', () => {
    const { all } = suggestionsAt(schema, '{', 1)!;
    const required = all.filter(({ detail }) => detail === 'required').map(({ label }) => label);
    expect(required).toEqual(['bootloader', 'kernels', 'mirror-region']);
    for (const { label, meaning } of all)
      expect([label, meaning]).toEqual([label, expect.stringMatching(/\.$/)]);
    const ntp = suggestionsAt(schema, '{"ntp": ', 8)!.all;
    expect(ntp.map(({ label, detail }) => [label, detail])).toEqual([
      ['true', ''],
      ['false', 'default'],
    ]);
  });

  it.each([
    ['{|}', 'hostname', '{"hostname": "|"}'],
    ['{"host|"}', 'hostname', '{"hostname": "|"}'],
    ['{\n  "boo|\n  "kernels": []}', 'bootloader', '{\n  "bootloader": |,\n  "kernels": []}'],
    ['{"boo|": "efistub"}', 'bootloader', '{"bootloader"|: "efistub"}'],
    ['{|}', 'kernels', '{"kernels": [|]}'],
    ['{|}', 'profile', '{"profile": {|}}'],
    ['{|}', '!root-password', '{"!root-password": "|"}'],
    ['{"bootloader": |}', 'efistub', '{"bootloader": "efistub"|}'],
    ['{"bootloader": "x|yz", "uki": true}', 'efistub', '{"bootloader": "efistub"|, "uki": true}'],
    ['{"ntp": tr|}', 'true', '{"ntp": true|}'],
  ])('complete %s with %s to %s', (marked, label, expected) => {
    expect(choose(marked, label)).toBe(expected);
  });

  it('are empty if the schema provides no values', () => {
    for (const marked of ['{"x-mine": {|}}', '{"constructor": {|}}', '{"none": |}', '|', '{"ntp": {|}}']) {
      expect([marked, labelsAt(marked)]).toEqual([marked, []]);
    }
  });
});

describe('the explanations of the editor', () => {
  it('contain the description, the values, the default and the first version of the key or value under the pointer', () => {
    const text = '{"profile": {"gfx_driver": "Nvidia"}}';
    const of = explanationAt(schema, text, text.indexOf('gfx'))!;
    expect(of).toMatchObject({ key: 'profile.gfx_driver', start: 13, end: 25 });
    expect(of.meaning).toMatch(/^The graphics driver/);
    expect(of.facts.map(([name]) => name)).toEqual(['values', 'default', 'since']);
    expect(Object.fromEntries(of.facts)).toMatchObject({
      default: '"All open-source (default)"',
      since: 'format 1.0',
    });
    expect(explanationAt(schema, text, text.indexOf('Nvidia'))).toMatchObject({
      key: of.key,
      meaning: of.meaning,
      start: 27,
    });
  });

  it('state whether a key is required, and contain an example if the schema does not list the values', () => {
    expect(Object.fromEntries(explanationAt(schema, '{"mirror-region": 1}', 3)!.facts)).toMatchObject({
      default: 'none: required',
      example: '{ "Worldwide": {} }',
    });
    const text = '{"kernels": ["linux"]}';
    expect(explanationAt(schema, text, text.indexOf('linux'))).toMatchObject({
      key: 'kernels',
      meaning: 'A kernel package.',
    });
  });

  it('are absent for punctuation, spaces and unknown keys', () => {
    const text = '{ "x-mine": 1, "none": 2 }';
    for (let offset = 0; offset < text.length; offset += 1) {
      expect(explanationAt(schema, text, offset)).toBeUndefined();
    }
  });
});
