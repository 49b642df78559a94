import { describe, expect, it } from 'vitest';
import { joinWordings, phrase, phrasesOf, textOf, type Term } from './phrase.ts';

const mirror: Term = { term: 'mirror', text: '--mirror' };
const size: Term = { term: 'size', text: '--size 3G', value: 3 };

describe('a phrase', () => {
  it('contains terms, numbers, strings and other phrases', () => {
    const inner = phrase`with ${mirror}`;
    const text = phrase`pass ${size} of ${2} ${'disks'}, ${inner}`;
    expect(textOf(text)).toBe('pass --size 3G of 2 disks, with --mirror');
    expect(textOf(text, ({ term, value = '' }) => `<${term}${value}>`)).toBe(
      'pass <size3> of 2 disks, with <mirror>',
    );
  });

  it('can be joined with other phrases', () => {
    expect(textOf(joinWordings(['a', phrase`b ${mirror}`, 'c'], '; '))).toBe('a; b --mirror; c');
  });

  it('does not confuse a string with a term of the same words', () => {
    expect(textOf(phrase`${'--mirror'} is not ${mirror}`, () => 'mirror')).toBe('--mirror is not mirror');
  });
});

describe('phrasesOf', () => {
  it('returns only strings that contain terms, and changes only the parts that are not terms', () => {
    const hint = phrase`secret ${mirror}`;
    const upper = (text: string): string => text.toUpperCase();
    expect(phrasesOf({ message: 'secret', hint, expected: undefined }, upper)).toEqual({
      phrases: { hint: ['SECRET ', mirror] },
    });
    expect(phrasesOf({ message: phrase`without terms` })).toEqual({});
  });
});
