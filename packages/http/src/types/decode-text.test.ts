import { expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';
import { Failure } from './failure.ts';

it('decodeText returns text that contains U+FFFD', () => {
  expect(decodeText(Buffer.from('a\u{fffd}b'), undefined)).toBe('a\u{fffd}b');
});

it('decodeText removes a byte-order mark', () => {
  expect(decodeText(Buffer.from('\u{feff}a'), undefined)).toBe('a');
  expect(decodeText(Buffer.from('\u{feff}\u{fffd}'), 'utf-8')).toBe('\u{fffd}');
});

it.each([
  ['a byte that is not UTF-8', [0x61, 0xff]],
  ['a truncated character, which is as long as U+FFFD', [0xf0, 0x9f, 0x98, 0x61]],
  ['invalid bytes after U+FFFD', [0xef, 0xbf, 0xbd, 0xc3]],
  ['a surrogate', [0xed, 0xa0, 0x80]],
])('decodeText returns a failure for %s', (_name, bytes) => {
  expect(decodeText(new Uint8Array(bytes), undefined)).toBeInstanceOf(Failure);
});
