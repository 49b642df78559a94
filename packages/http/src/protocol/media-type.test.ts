import { describe, expect, it } from 'vitest';
import { MediaType } from './media-type.ts';

describe('MediaType', () => {
  it.each<[string, string | null | undefined, string | undefined]>([
    ['F19-01 parse returns undefined for null', null, undefined],
    ['undefined', undefined, undefined],
    ['F19-02 parse returns undefined for an empty string', '', undefined],
    ['F19-04 parse returns undefined for a single word', ' tralala ', undefined],
    ['F19-05 parse reads type and subtype', 'application/json', 'application/json'],
    ['parse ignores case and spaces', ' Text/HTML ;Charset="utf-8" ', 'text/html; charset=utf-8'],
    ['F19-07 parse ignores a malformed parameter', 'application/json;UTF-8', 'application/json'],
    ['parse reads a quoted parameter', String.raw`a/b;x="1;\"2"`, String.raw`a/b; x="1;\"2"`],
    ['any', '*/*', '*/*'],
    ['parse returns undefined for a wildcard type with a subtype', '*/json', undefined],
    ['parse returns undefined for a list', 'a/b, c/d', undefined],
    ['parse returns undefined for two slashes', 'a/b/c', undefined],
    ['parse returns undefined without a subtype', 'text/', undefined],
    ['parse returns undefined for a line break', 'text/html\r\nx: y', undefined],
  ])('%s', (_name, text, expected) => {
    expect(MediaType.parse(text)?.toString()).toBe(expected);
  });

  it('F19-09 a media type is identified by type and subtype', () => {
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

  it('F19-10, F18-12 join merges lists, and the parameters of elements with the same type', () => {
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
