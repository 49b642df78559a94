import { describe, expect, it } from 'vitest';
import { MediaType } from './media-type.ts';

describe('MediaType', () => {
  it.each<[string, string | null | undefined, string | undefined]>([
    ['F19-01 null', null, undefined],
    ['undefined', undefined, undefined],
    ['F19-02 an empty text', '', undefined],
    ['F19-04 a word', ' tralala ', undefined],
    ['F19-05 type and subtype', 'application/json', 'application/json'],
    ['any case and spaces', ' Text/HTML ;Charset="utf-8" ', 'text/html; charset=utf-8'],
    ['F19-07 a parameter that is none', 'application/json;UTF-8', 'application/json'],
    ['a parameter that must be quoted', String.raw`a/b;x="1;\"2"`, String.raw`a/b; x="1;\"2"`],
    ['any', '*/*', '*/*'],
    ['any type of one subtype', '*/json', undefined],
    ['a list', 'a/b, c/d', undefined],
    ['too many slashes', 'a/b/c', undefined],
    ['no subtype', 'text/', undefined],
    ['a line break', 'text/html\r\nx: y', undefined],
  ])('%s', (_name, text, expected) => {
    expect(MediaType.parse(text)?.toString()).toBe(expected);
  });

  it('F19-09 type and subtype identify a media type', () => {
    const type = MediaType.parse('application/json;charset=UTF-8')!;
    expect([type.essence, type.charset, type.isWildcard]).toEqual(['application/json', 'UTF-8', false]);
  });

  it.each<[string, string, boolean]>([
    ['text/html', 'text/html;charset=utf-8', true],
    ['text/*', 'text/html', true],
    ['text/html', 'text/*', true],
    ['*/*', 'image/png', true],
    ['image/png', '*/*', true],
    ['text/html', 'text/plain', false],
    ['text/*', 'image/png', false],
    ['text/html', 'html', false],
  ])('%s matches %s: %s', (one, other, expected) => {
    expect(MediaType.parse(one)!.matches(other)).toBe(expected);
  });

  it('F19-10, F18-12 join merges lists and the parameters of one type', () => {
    expect(MediaType.join([], ['application/json', 'application/json;charset=UTF-8'])).toEqual([
      'application/json; charset=UTF-8',
    ]);
    expect(MediaType.join(['text/html'], ['application/json, text/html;level=1'], ['wrong'])).toEqual([
      'text/html; level=1',
      'application/json',
      'wrong',
    ]);
  });
});
