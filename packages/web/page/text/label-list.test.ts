import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { LABEL_PATTERN, printLabels, readLabels } from './label-list.ts';

it.each<[string, Record<string, string> | string]>([
  ['', {}],
  ['rack=3', { rack: '3' }],
  [' rack=3, disk=ssd\tsite= ', { rack: '3', disk: 'ssd', site: '' }],
  ['a=b=c', { a: 'b=c' }],
  ['rack={{rack}}', { rack: '{{rack}}' }],
  ['room="A, rack=7",rack=3', { room: 'A, rack=7', rack: '3' }],
  ['disk="3.5"" SSD" site=""', { disk: '3.5" SSD', site: '' }],
  ['room="{{room}}"', { room: '{{room}}' }],
  ['rack=3 4', '4'],
  ['rack=3 room="A, 1', 'room="A, 1'],
  ['room="A"1', 'room="A"1'],
  ['room=A"1 2"', 'room=A"1 2"'],
  ['"room"=A', '"room"=A'],
  ['=3', '=3'],
])('reads the labels in %j, or returns what is not a label', (text, expected) => {
  expect(readLabels(text)).toEqual(expected);
  expect(new RegExp(`^(?:${LABEL_PATTERN})$`, 'v').test(text)).toBe(typeof expected !== 'string');
});

it('prints labels so that no value is read as another label', () => {
  const labels = { rack: '3', zzz: 'x, rack=7', room: 'A "1"', site: 'de-1' };
  const text = printLabels(labels).join(', ');
  expect(text).toBe('rack=3, zzz="x, rack=7", room="A ""1""", site=de-1');
  expect(readLabels(text)).toEqual(labels);
});

it('reads all labels that it prints', () => {
  const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,8}$/);
  const character = fc.oneof(
    fc.constantFrom('"', ',', '=', ' ', '\u00a0', '\\', 'a'),
    fc.string({ maxLength: 1 }),
  );
  const value = fc.array(character, { maxLength: 12 }).map((characters) => characters.join(''));
  fc.assert(
    fc.property(fc.dictionary(name, value, { noNullPrototype: true }), (labels) => {
      const text = printLabels(labels).join(', ');
      expect(readLabels(text)).toEqual(labels);
      expect(new RegExp(`^(?:${LABEL_PATTERN})$`, 'v').test(text)).toBe(true);
    }),
  );
});
