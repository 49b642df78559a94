import { describe, expect, it } from 'vitest';
import { addressOfNode, elementsFromRight, isHiddenNode, parseForwarded } from './forwarded.ts';

describe('elementsFromRight', () => {
  it.each([
    ['for=a, for=b', ['for=b', 'for=a']],
    ['for="a,b";by=c,for=d', ['for=d', 'for="a,b";by=c']],
    [' , for=a,, ', ['for=a']],
    ['', []],
    ['for="a, for=b', ['for=b', undefined]],
    ['", for=b', ['for=b', undefined]],
    ['for=b"', [undefined]],
  ])('splits %j', (header, elements) => {
    expect([...elementsFromRight(header)]).toEqual(elements);
  });

  it('takes time proportional to the length', () => {
    expect([...elementsFromRight(`${'"'.repeat(100_000)},${','.repeat(100_000)}for=a`)]).toHaveLength(2);
  });
});

describe('parseForwarded', () => {
  it('reads parameters, whose names are case-insensitive and whose values may be quoted', () => {
    const parameters = parseForwarded('For="[2001:db8::1]:80"; PROTO=https;host="a;b"');
    expect([...parameters!]).toEqual([
      ['for', '[2001:db8::1]:80'],
      ['proto', 'https'],
      ['host', 'a;b'],
    ]);
  });

  it.each(['for', 'for=', '=a', 'for=a;for=b', 'for=a b', String.raw`for="a\"b"`, 'for=a;'])(
    'rejects %j',
    (text) => {
      expect(parseForwarded(text)).toBeUndefined();
    },
  );
});

describe('a node', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['10.0.0.1:80', '10.0.0.1'],
    ['[::1]', '::1'],
    ['[::1]:80', '::1'],
    ['::1', '::1'],
    ['host:80', 'host:80'],
  ])('%s has the address %s', (node, address) => {
    expect(addressOfNode(node)).toBe(address);
  });

  it.each([
    ['unknown', true],
    ['_hidden', true],
    ['_hidden:80', true],
    ['hidden', false],
    ['_', false],
  ])('%s is hidden: %s', (node, hidden) => {
    expect(isHiddenNode(node)).toBe(hidden);
  });
});
