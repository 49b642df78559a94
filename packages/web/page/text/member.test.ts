import { describe, expect, it } from 'vitest';
import { withMember } from './member.ts';

describe('withMember', () => {
  it('replaces only the value', () => {
    const text =
      '{\n  "a": "mirror-region\\": {}",\n  "b": {"mirror-region": 1},\n  "mirror-region": { "x": ["}"] } ,\n  "c": [1,]\n}\n';
    expect(withMember(text, 'mirror-region', { D: { u: true } })).toBe(
      text.replace('{ "x": ["}"] }', '{\n    "D": {\n      "u": true\n    }\n  }'),
    );
  });

  it.each([
    ['{"m": 1}', '{"m": 2}'],
    ['{"m": "a" , "b": 1}', '{"m": 2 , "b": 1}'],
    ['{"m":\n[1,\n2]\n}', '{"m":\n2\n}'],
    ['{"b": 1}', '{\n  "m": 2,"b": 1}'],
    ['{}', '{\n  "m": 2\n}'],
    ['{ "m": ', '{ "m": 2'],
    ['{"b": "open\n, "m": 1}', '{"b": "open\n, "m": 2}'],
    ['nothing', 'nothing'],
    ['', ''],
  ])('turns %j into %j', (text, expected) => {
    expect(withMember(text, 'm', 2)).toBe(expected);
  });
});
