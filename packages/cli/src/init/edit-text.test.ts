import { describe, expect, it } from 'vitest';
import { editText } from './edit-text.ts';

describe('editText', () => {
  it.each([
    ['an empty object', '{}\n', '{\n  "a": 1\n}\n'],
    ['spaces', '{\n    "z": [1,2],\n    "y": 1\n}', '{\n    "z": [1,2],\n    "y": 1,\n    "a": 1\n}'],
    ['tabs and CRLF', '{\r\n\t"z": 1\r\n}\r\n', '{\r\n\t"z": 1,\r\n\t"a": 1\r\n}\r\n'],
    ['a byte order mark', '\uFEFF{\n  "z": 1\n}', '\uFEFF{\n  "z": 1,\n  "a": 1\n}'],
  ])('adds a key with the layout of %s', (_name, text, expected) => {
    expect(editText(text, [{ path: ['a'], value: 1 }])).toBe(expected);
  });

  it('does not write an equal value again', () => {
    const text = '{ "a": { "b":[1,  2] } }';
    expect(editText(text, [{ path: ['a'], value: { b: [1, 2] } }])).toBe(text);
  });

  it('removes objects that it leaves empty, and no others', () => {
    const text = '{\n  "x-writ": {\n    "swap": {\n      "kind": "zram"\n    }\n  },\n  "empty": {}\n}';
    expect(editText(text, [{ path: ['x-writ', 'swap'], value: undefined }])).toBe('{\n  "empty": {}\n}');
  });

  it('ignores the removal of an absent key', () => {
    expect(editText('{}', [{ path: ['x-writ', 'swap'], value: undefined }])).toBe('{}');
  });
});
