import { describe, expect, it } from 'vitest';
import { matchPattern } from './match-pattern.ts';
import { parsePattern } from './pattern.ts';
import { PatternProblem } from './pattern-tokens.ts';
import { readPath } from '../protocol/request-path.ts';

function values(pattern: string, target: string): Record<string, string> | undefined {
  const parsed = parsePattern(pattern);
  const found = matchPattern(parsed, readPath(target));
  return found && Object.fromEntries(parsed.names.map((name, index) => [name, found[index]!]));
}

describe('a pattern', () => {
  it.each([
    ['/', '/', {}],
    ['', '/', {}],
    ['notes', '/notes', {}],
    ['/notes/{id}', '/notes/1', { id: '1' }],
    ['/notes/:id', '/notes/a%2Fb', { id: 'a/b' }],
    ['/notes/{id}', '/notes/1/', { id: '1' }],
    ['/notes/{id}', '//notes//1', { id: '1' }],
    ['/n/{id:\\d+}', '/n/12', { id: '12' }],
    ['/n/:id:\\d{2}/x', '/n/12/x', { id: '12' }],
    ['/file-{id}.txt', '/file-7.txt', { id: '7' }],
    ['/{y:\\d{4}}-{m:\\d{2}}', '/2024-05', { y: '2024', m: '05' }],
    ['/:a-:b', '/x-y-z', { a: 'x', b: 'y-z' }],
    ['/:a.:b~:c', '/x.y~z', { a: 'x', b: 'y', c: 'z' }],
    ['/notes:search', '/notes:search', {}],
    ['/a\\?b', '/a%3Fb', {}],
    ['/\\:id/\\{x\\}', '/:id/%7Bx%7D', {}],
    ['/a:b/{c}', '/a:b/1', { c: '1' }],
    ['/rest/{path:.*}', '/rest', { path: '' }],
    ['/rest/{path:.*}', '/rest/x//y/', { path: 'x//y/' }],
    ['/rest/{path:.*}', '/rest/7%0a', { path: '7\n' }],
    ['/rest/{path:.+}', '/rest/%0D/%E2%80%A8/%E2%80%A9', { path: '\r/\u2028/\u2029' }],
    ['/v{any:.}', '/v%0A', { any: '\n' }],
    ['/rest/{path:.+}/raw', '/rest/a/b/raw', { path: 'a/b' }],
    ['/rest/{path:.+}/raw', '/rest/a/b/raw/', { path: 'a/b' }],
    ['/{a}/x/{b:.*}', '/p%2Fx/x/c%2Fd/e', { a: 'p/x', b: 'c/d/e' }],
    ['/{two:\\w+/\\w+}', '/a/b', { two: 'a/b' }],
    ['/{c:[^x]+}/{d}', '/a/b/c', { c: 'a/b', d: 'c' }],
    ['/{g:(a|b)}-{h:(c|d)}', '/a-d', { g: 'a', h: 'd' }],
    ['/{g:(a|b)\\1}-{h:(c|d)\\1}', '/aa-dd', { g: 'aa', h: 'dd' }],
    ['/{g:(?<q>a|b)\\k<q>}/{h:(?<q>c|d)\\k<q>.*}', '/bb/cce/f', { g: 'bb', h: 'cce/f' }],
    ['/x-{g:[(]\\((a)\\1}/{rest:(b)/\\1}', '/x-((aa/b/b', { g: '((aa', rest: 'b/b' }],
    ['/{a}-{b}-{c}', '/--x---y', { a: '-', b: 'x', c: '--y' }],
    ['/{a}{b}{c}.txt', '/x%F0%9F%98%80yz.txt', { a: 'x', b: '😀', c: 'yz' }],
    ['/{a}-{n:\\d+}', '/x-y-5', { a: 'x-y', n: '5' }],
    ['/{a}-{b}-{n:\\d+}', '/x-y-z-5', { a: 'x', b: 'y-z', n: '5' }],
    ['/{n:.+}/{a}-{b}', '/p/x-y-z', { n: 'p', a: 'x', b: 'y-z' }],
    ['/rest/{path:.*}', '/rest/a%EE%80%80b%2Fc', { path: 'a\uE000b/c' }],
    ['/{emoji:\\p{Emoji}}', '/%F0%9F%98%80', { emoji: '😀' }],
    ['/{braces:[}{]+}', '/%7D%7B', { braces: '}{' }],
    ['/{ id : \\d+}'.replaceAll(' ', ''), '/5', { id: '5' }],
  ])('%s matches %s', (pattern, target, expected) => {
    expect(values(pattern, target)).toEqual(expected);
  });

  it.each([
    ['/notes/{id}', '/notes'],
    ['/notes/{id}', '/notes/1/2'],
    ['/notes/{id}', '/Notes/1'],
    ['/n/{id:\\d+}', '/n/12x'],
    ['/{g:(a|b)\\1}-{h:(c|d)\\1}', '/aa-dc'],
    ['/n/{id:\\d+}', '/n/x12'],
    ['/a.b', '/axb'],
    ['/file-{id}.txt', '/file-.txt'],
    ['/a/{b:c}', '/a/%63%2F'],
    // An encoded slash does not separate segments.
    ['/a/b', '/a%2Fb'],
    ['/{two:\\w+/\\w+}', '/a%2Fb'],
    ['/rest/{path:.*}', '/restless'],
  ])('%s does not match %s', (pattern, target) => {
    expect(values(pattern, target)).toBeUndefined();
  });

  it.each(['/{a}-{b}-{c}-{d}.txt', '/{all:.+}/{a}-{b}-{c}-{d}.txt', '/{a}-{b}-{c}-{d}-{n:\\d+}'])(
    '%s rejects a path of separators in linear time',
    (pattern) => {
      // If the time grew with the fourth power of the length, the test would not finish.
      expect(values(pattern, `/${'-'.repeat(8_000)}`)).toBeUndefined();
    },
  );
});

describe('an invalid pattern is reported with its position', () => {
  it.each([
    ['/a/{id', 3, /without a closing/],
    ['/a/id}', 5, /without an opening/],
    ['/a/{}', 4, /a variable has no name/],
    ['/a/{i-d}', 4, /"i-d" is not a valid variable name/],
    ['/a/{id:}', 4, /empty/],
    ['/a/{id:(}', 7, /does not compile/],
    ['/a/{id:[0-9+}', 7, /^a character class without a closing bracket$/],
    ['a/{id:[a-z}/{b}', 6, /^a character class without a closing bracket$/],
    ['/a/{id:[0-9]+', 3, /^an opening brace without a closing one$/],
    ['/a/{id[}', 3, /^an opening brace without a closing one$/],
    ['a/{id:[z-a]}', 6, /does not compile/],
    ['/{id}/{id}', 7, /occurs twice/],
    ['/:id/:id', 6, /occurs twice/],
    ['/notes/:id?', 10, /a path cannot contain \?/],
    ['/notes?page={page}', 6, /a path cannot contain \?/],
    ['/a#b', 2, /a path cannot contain #/],
  ])('%s at %i', (pattern, index, message) => {
    const parse = (): unknown => parsePattern(pattern);
    expect(parse).toThrow(PatternProblem);
    expect(parse).toThrow(
      expect.objectContaining({ index, message: expect.stringMatching(message) as unknown }),
    );
  });
});

const brace = (char: string): string => `; for a literal brace, '\\\\${char}'`;
const bracket = "; for a literal bracket, '\\\\['";
const letters = ': a name has letters, digits and underscores';

describe('the hint for an invalid pattern contains a valid one', () => {
  it.each([
    ['/b/{id', `write '/b/{id}'${brace('{')}`],
    ['b/{id/c', `write 'b/{id}/c'${brace('{')}`],
    ['/{', `write '/{name}'${brace('{')}`],
    ['/{id:\\d+', `write '/{id:\\\\d+}'${brace('{')}`],
    ['/{id:[0-9/x', `write '/{id}/x'${brace('{')}`],
    ['/{id.txt', `write '/{id}.txt'${brace('{')}`],
    ['/{a-{b}', `write '/{a}-{b}'${brace('{')}`],
    ['/{a-{b', `write '/{a}-b'${brace('{')}`],
    ['/a/id}', `write '/a/{id}'${brace('}')}`],
    ['/{id:[0-9+}', `write '/{id:[0-9]+}'${bracket}`],
    ['{id:[0-9{2}}.txt', `write '{id:[0-9]{2}}.txt'${bracket}`],
    ['/{a}/{id:x[^/}/{b}', `write '/{a}/{id:x[^/]}/{b}'${bracket}`],
    ['/{id:[\\w\\]*}', `write '/{id:[\\\\w\\\\]]*}'${bracket}`],
    ['/file-id}.txt', `write '/file-{id}.txt'${brace('}')}`],
    ['/id:\\d+}', `write '/{id:\\\\d+}'${brace('}')}`],
    ['a/}', `remove it${brace('}')}`],
    ['/{id}}', `remove it${brace('}')}`],
    ['/a/{}', `write '/a/{name}'${letters}`],
    ['/a/{ }', `write '/a/{name}'${letters}`],
    ['/{:\\d+}', `write '/{name:\\\\d+}'${letters}`],
    ['/{note-id}/x', `write '/{note_id}/x'${letters}`],
    ['/{id?}', `write '/{id}'${letters}`],
    ['/{*path}', `write '/{path:.*}'${letters}`],
    ['/{...path}', `write '/{path:.*}'${letters}`],
    ['/{id}/{id}', "give each variable its own name: '/{id}/{id2}'"],
    ['{id}/{id2}/:id', "give each variable its own name: '{id}/{id2}/:id3'"],
    ['/{id:}', "write a regular expression, as in '/{id:\\\\d+}'; '/{id}' matches anything"],
    ['a/{ id :[z-a]}', "write a regular expression, as in 'a/{ id :\\\\d+}'; 'a/{ id }' matches anything"],
    ['/:id:(/x', "write a regular expression, as in '/:id:\\\\d+/x'; '/:id/x' matches anything"],
  ])('%s', (pattern, hint) => {
    expect(() => parsePattern(pattern)).toThrow(expect.objectContaining({ hint }));
    // Applies the hint.
    const [, shown] = /'((?:[^'\\]|\\.)*)'/.exec(hint)!;
    expect(() => parsePattern(shown!.replaceAll('\\\\', '\\'))).not.toThrow();
  });
});

it('patterns have the same shape only if they are equal apart from variable names', () => {
  const shape = (pattern: string): string => parsePattern(pattern).shape;
  expect(shape('/a/{b}')).toBe(shape('a/:c'));
  expect(shape('/a/{b:x}')).not.toBe(shape('/a/{b:y}'));
  expect(shape('/a/{b}')).not.toBe(shape('/a/b'));
  expect(shape('/\\{b\\}')).not.toBe(shape('/{b}'));
});

it.each([
  ['/notes?', '?'],
  ['/a#b', '#'],
])('the hint for %s escapes %s as in a string literal', (pattern, char) => {
  expect(() => parsePattern(pattern)).toThrow(
    expect.objectContaining({
      hint: expect.stringContaining(`; for a literal ${char}, '\\\\${char}'`) as unknown,
    }),
  );
  expect(parsePattern(`/a\\${char}b`).literal).toBe(`/a${char}b`);
});
