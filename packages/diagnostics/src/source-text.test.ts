import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { MASK, printable, SourceText } from './index.ts';

describe('positions', () => {
  const source = new SourceText('a.json', 'ab\r\ncd\n\refg');

  it.each([
    [0, 1, 1],
    [1, 1, 2],
    [4, 2, 1],
    [7, 3, 1],
    [8, 4, 1],
    [11, 4, 4],
  ])('offset %i converts to line %i, column %i, and back', (offset, line, column) => {
    expect(source.positionAt(offset)).toEqual({ line, column, offset });
    expect(source.offsetAt(line, column)).toBe(offset);
  });

  it('clamps an offset outside the text', () => {
    expect(source.positionAt(-5).offset).toBe(0);
    expect(source.positionAt(99).offset).toBe(11);
    expect(source.offsetAt(9, 1)).toBe(11);
  });

  it('counts columns in UTF-16 units, as editors do', () => {
    expect(new SourceText('a', '"😀" x').positionAt(5).column).toBe(6);
  });

  it('returns a range that does not end before it starts', () => {
    const range = source.rangeAt(5, 2);
    expect(range.end.offset).toBe(5);
  });
});

it('a SourceText prints its name, but not its text', () => {
  const holder = { source: new SourceText('a.json', '"canary"') };
  expect(JSON.stringify(holder)).toBe('{"source":{"name":"a.json"}}');
  expect(inspect(holder, { depth: 9, showHidden: true })).not.toContain('canary');
  expect(inspect(holder)).toContain('SourceText(a.json)');
});

describe('excerpts', () => {
  it('replace a secret with eight dots, and adjust later columns', () => {
    const text = '{"!root-password": "abc", "x": 1}';
    const source = new SourceText('a', text).withMasks([{ start: 20, end: 23 }]);
    const excerpt = source.excerpt(1)!;
    expect(excerpt.text).toBe(`{"!root-password": "${MASK}", "x": 1}`);
    expect(excerpt.text.slice(excerpt.indexOf(text.indexOf('"x"') + 1))).toBe('"x": 1}');
    expect(excerpt.indexOf(22)).toBe(20);
  });

  it('mask each line of a multi-line secret, and overlapping secrets', () => {
    const source = new SourceText('a', 'one\ntwo\nthree', [
      { start: 5, end: 10 },
      { start: 1, end: 6 },
    ]);
    expect([1, 2, 3].map((line) => source.excerpt(line)!.text)).toEqual([
      `o${MASK}`,
      `${MASK}${MASK}`,
      `${MASK}ree`,
    ]);
  });

  it('replace characters that control a terminal', () => {
    expect(new SourceText('a', 'a\u001b[31mb\u202ec\td').excerpt(1)!.text).toBe('a\uFFFD[31mb\uFFFDc\td');
    expect(printable('a\u001b\nb\r')).toBe('a\uFFFD\nb\uFFFD');
  });

  it.each([
    ['an escape', '\u001b'],
    ['a Latin-1 control character', '\u009b'],
    ['an Arabic letter mark', '\u061c'],
    ['a direction override', '\u202e'],
    ['an isolate', '\u2066'],
    ['a line separator', '\u2028'],
  ])('and printable replace %s', (_name, character) => {
    expect(printable(`a${character}b`)).toBe('a\uFFFDb');
    expect(new SourceText('a', `a${character}b`).excerpt(1)!.text).toBe('a\uFFFDb');
  });

  it('return undefined for a line that does not exist', () => {
    expect(new SourceText('a', 'x').excerpt(2)).toBeUndefined();
    expect(new SourceText('a', 'x').excerpt(0)).toBeUndefined();
  });
});

it('excerpts are prepared once per line', () => {
  const source = new SourceText('a', 'x'.repeat(1000));
  expect(source.excerpt(1)).toBe(source.excerpt(1));
});

describe('a masked text', () => {
  it('consists of the excerpts of all lines', () => {
    const text = 'one\r\ntwo secret, hidden\nthree\u001b\n\nin two\nlines';
    const secrets = ['secret', 'hidden', 'two\nlines', 'cret, hid'];
    const source = new SourceText('a', text).withMasks(
      secrets.map((secret) => ({ start: text.indexOf(secret), end: text.indexOf(secret) + secret.length })),
    );
    expect(source.masked).toBe(`one\ntwo ${MASK}${MASK}${MASK}\nthree\uFFFD\n\nin ${MASK}\n${MASK}`);
    const lines = Array.from({ length: source.lineCount }, (_, index) => source.excerpt(index + 1)!.text);
    expect(source.masked).toBe(lines.join('\n'));
  });

  it('is created by visiting each mask a constant number of times', () => {
    const looksFor = (count: number): number => {
      let looks = 0;
      const masks = Array.from({ length: count }, (_, line) => ({
        start: line * 7,
        get end() {
          looks += 1;
          return line * 7 + 6;
        },
      }));
      const source = new SourceText('a', 'secret\n'.repeat(count), masks);
      expect(source.masked).toBe(`${MASK}\n`.repeat(count));
      expect(source.excerpt(count)!.text).toBe(MASK);
      return looks;
    };
    expect(looksFor(4000) / looksFor(2000)).toBeLessThan(2.5);
  });
});
