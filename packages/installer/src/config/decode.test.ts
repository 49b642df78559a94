import { expect, it } from 'vitest';
import { checkText, minimalConfig, rulesAndPointers } from './testing.ts';

const text = JSON.stringify(minimalConfig);
const bytes = (...numbers: number[]): Uint8Array => Uint8Array.from(numbers);
const utf8 = (value: string): Uint8Array => new TextEncoder().encode(value);

it('a check ignores a byte-order mark except for a note, and counts columns without it', () => {
  for (const input of [`\ufeff${text}`, utf8(`\ufeff${text}`)]) {
    const result = checkText(input);
    expect(rulesAndPointers(result)).toEqual(['byte-order-mark undefined']);
    expect(result.settings).toBeDefined();
  }
  const wrong = checkText(utf8('\ufeff{"bootloader": 5}'));
  expect(wrong.findings.find(({ rule }) => rule === 'wrong-type')?.range?.start.column).toBe(16);
});

it.each([
  ['little-endian', new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))],
  ['big-endian', new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())],
  ['without a byte-order mark', new Uint8Array(Buffer.from(text, 'utf16le'))],
])('a check reports a file in UTF-16, %s', (_name, input) => {
  const { findings } = checkText(input);
  expect(findings).toMatchObject([{ rule: 'wrong-encoding', range: { start: { line: 1, column: 1 } } }]);
  expect(findings[0]?.message).toContain('UTF-16');
});

it.each([
  ['a byte of ISO 8859-1', bytes(0xf6), 'F6'],
  ['an incomplete character', bytes(0xe2, 0x82), 'E2'],
  ['a byte that cannot begin a character', bytes(0x80), '80'],
  ['an overlong encoding', bytes(0xc0, 0xaf), 'C0'],
])('a check locates %s and continues with the rest of the file', (_name, wrong, byte) => {
  const before = '{\n "x-ö": "';
  const input = Buffer.concat([utf8(before), wrong, utf8('", "kernels": 5}')]);
  const { findings } = checkText(new Uint8Array(input));
  const found = findings.find(({ rule }) => rule === 'not-utf8');
  expect(found).toMatchObject({
    message: `the byte 0x${byte} is not valid UTF-8`,
    range: { start: { line: 2, column: 10 } },
  });
  expect(findings.some(({ rule }) => rule === 'wrong-type')).toBe(true);
});

it('a check rejects a file of more than 1 MiB', () => {
  expect(rulesAndPointers(checkText('['.repeat(5_000_000)))).toEqual(['too-large undefined']);
  expect(rulesAndPointers(checkText(new Uint8Array(2 ** 20 + 1)))).toEqual(['too-large undefined']);
  expect(rulesAndPointers(checkText(`${text}${' '.repeat(2 ** 20 - text.length)}`))).toEqual([]);
});

it('a check rejects more than 64 levels of brackets outside strings, and locates the bracket', () => {
  const nested = (levels: number): string =>
    `${text.slice(0, -1)},"x-deep":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  expect(rulesAndPointers(checkText(nested(64)))).toEqual([]);
  const { findings } = checkText(nested(65));
  expect(findings).toMatchObject([{ rule: 'too-deep', range: { start: { column: text.length + 10 + 63 } } }]);
  expect(rulesAndPointers(checkText(`${text.slice(0, -1)},"x-text":"${'['.repeat(1000)}"}`))).toEqual([]);
  expect(rulesAndPointers(checkText('['.repeat(1_000_000)))).toEqual(['too-deep undefined']);
});
