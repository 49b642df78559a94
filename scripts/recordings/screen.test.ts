import { describe, expect, it } from 'vitest';
import { Screen } from './screen.ts';

const plain = (text: string): { text: string; style: string }[] => [{ text, style: '' }];

function rowsOf(...texts: readonly string[]): unknown {
  const screen = new Screen(10);
  for (const text of texts) screen.write(text);
  return screen.rows;
}

describe('a screen', () => {
  it('displays written lines', () =>
    expect(rowsOf('one\r\n', '\r\ntwo  \r\n\r\n')).toEqual([plain('one'), [], plain('two')]));

  it('wraps a line at the last column', () =>
    expect(rowsOf('0123456789ab')).toEqual([plain('0123456789'), plain('ab')]));

  it('overwrites a line from its left edge and clears the rest', () => {
    expect(rowsOf('\r\u001B[K  1% one', '\r\u001B[K 20% x')).toEqual([plain(' 20% x')]);
    expect(rowsOf('abcd', '\rx')).toEqual([plain('xbcd')]);
  });

  it('retains the style of each character', () => {
    const text = '\u001B[1mbold\u001B[22m \u001B[2;31mred\u001B[39m\u001B[0mx';
    expect(rowsOf(text)).toEqual([
      [
        { text: 'bold', style: 'bold' },
        { text: ' ', style: '' },
        { text: 'red', style: 'faint red' },
        { text: 'x', style: '' },
      ],
    ]);
  });

  it('throws for unknown escape sequences and styles', () => {
    expect(() => rowsOf('\u001B[2J')).toThrow('ESC [ 2J');
    expect(() => rowsOf('\u001B[38;5;1m')).toThrow('the style 38');
  });
});
