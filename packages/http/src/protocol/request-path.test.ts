import { expect, it } from 'vitest';
import { MAX_PATH, readPath } from './request-path.ts';

it.each([
  ['/', [], ['']],
  ['/a/b?x=/c', ['a', 'b'], ['a', 'b']],
  ['/a/', ['a'], ['a', '']],
  ['//a///b', ['a', 'b'], ['', 'a', '', '', 'b']],
  ['/a%20b/c%2Fd', ['a b', 'c/d'], ['a b', 'c/d']],
  ['/a+b', ['a+b'], ['a+b']],
  ['/%C3%BC', ['ü'], ['ü']],
  ['/%2525', ['%25'], ['%25']],
  ['/a/./b/../c', ['a', 'c'], ['a', 'c']],
  ['/a/%2e%2E/b/%2e', ['b'], ['b', '']],
  ['/../../etc', ['etc'], ['etc']],
  ['/a/..', [], ['']],
  ['/a;x=1/b;y=2;z', ['a', 'b'], ['a', 'b']],
  ['/a\\b', ['a', 'b'], ['a', 'b']],
  ['/.well-known/x.y', ['.well-known', 'x.y'], ['.well-known', 'x.y']],
  ['http://host:80/a/b#c', ['a', 'b'], ['a', 'b']],
  ['http://host', [], ['']],
])('readPath parses %s as %j', (target, segments, parts) => {
  const path = readPath(target);
  expect(path.segments).toEqual(segments);
  expect(path.parts).toEqual(parts);
});

it.each([
  ['/..;x'],
  ['/a/%2E;x=1'],
  ['/%'],
  ['/%zz'],
  ['/%C3'],
  ['/%FF'],
  ['/ü'],
  ['/a b'],
  ['a/b'],
  ['*'],
  [''],
])('readPath rejects %j', (target) => {
  expect(() => readPath(target)).toThrow(expect.objectContaining({ status: 400, code: 'invalid-path' }));
});

it('readPath resolves all spellings of dots and slashes as the URL standard does', () => {
  const pieces = ['/', '/', 'a', '.', '..', '%2e', '%2E.', 'b%20c', '\\'];
  for (let seed = 0; seed < 3000; seed += 1) {
    let rest = seed;
    let target = '/';
    for (let count = 0; count < 7; count += 1) {
      target += pieces[rest % pieces.length]!;
      rest = Math.floor(rest / pieces.length) * 7 + count;
    }
    // The host is added to the URL, because two slashes would start an authority.
    const { pathname } = new URL(`http://h${target}`);
    expect(readPath(target).parts, target).toEqual(pathname.slice(1).split('/').map(decodeURIComponent));
  }
});

it.each([
  ['/a;x=1/b;y=2', { x: ['1'], y: ['2'] }],
  ['/a;x=1;x=2/b;x=%20%2F+', { x: ['1', '2', ' /+'] }],
  ['/a;x;=5;;y==/;z=3', { x: [''], y: ['='], z: ['3'], '': [] }],
  ['/a;%78=1;__proto__=2', { x: ['1'], __proto__: undefined, constructor: [] }],
  ['/a;x=1/../b;y=2?z=3', { x: [], y: ['2'], z: [] }],
  ['/a', { x: [] }],
  ['/a%3Bx=1', { x: [] }],
])('readPath parses the matrix parameters of %s as %j', (target, expected) => {
  const { matrix } = readPath(target);
  for (const [name, values] of Object.entries(expected)) expect(matrix(name)).toEqual(values);
});

it('a matrix parameter with a malformed escape is rejected when it is read', () => {
  const { matrix } = readPath('/a;x=%zz');
  expect(() => matrix('y')).toThrow(expect.objectContaining({ status: 400, code: 'invalid-path' }));
});

it.each(['/', '/%61', '/a;b=', '//', 'http://host/'])(
  'readPath limits the length of a path that begins with %s',
  (start) => {
    const prefix = start.slice(start.indexOf('/', start.startsWith('/') ? 0 : 7));
    const longest = start + 'x'.repeat(MAX_PATH - prefix.length);
    expect(readPath(`${longest}?${'q'.repeat(MAX_PATH)}`).raw).toHaveLength(MAX_PATH);
    expect(() => readPath(`${longest}x?q`)).toThrow(
      expect.objectContaining({ status: 414, code: 'path-too-long' }),
    );
  },
);
