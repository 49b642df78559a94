import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { character } from '../../../../scripts/samples/character.ts';
import { MAX_ACCEPT, negotiate, negotiatorOf } from './negotiate.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
const JSON_HTML = ['application/json', 'text/html'] as const;

describe('negotiate', () => {
  it.each<[string, string | undefined, readonly string[], string | undefined]>([
    ['no header', undefined, JSON_HTML, 'application/json'],
    ['anything', '*/*', JSON_HTML, 'application/json'],
    ['an empty header', '', JSON_HTML, 'application/json'],
    ['an exact type', 'text/html', JSON_HTML, 'text/html'],
    ['mixed case and spaces', '  Text/HTML ; Q=0.4 ', JSON_HTML, 'text/html'],
    ['the first offer of equal quality', 'text/html, application/json', JSON_HTML, 'application/json'],
    ['the higher quality', 'application/json;q=0.5, text/html;q=0.6', JSON_HTML, 'text/html'],
    ['a quality with three digits', 'application/json;q=0.123, text/html;q=0.124', JSON_HTML, 'text/html'],
    ['a range of subtypes', 'text/*', JSON_HTML, 'text/html'],
    ['the header of a browser', BROWSER, JSON_HTML, 'text/html'],
    [
      'the more specific range rather than the higher quality',
      'text/*;q=1, text/html;q=0.1, */*;q=0.5',
      JSON_HTML,
      'application/json',
    ],
    ['an offer excluded by q=0', 'text/html;q=0, */*', ['text/html'], undefined],
    ['an offer excluded from a range', '*/*, application/json;q=0', JSON_HTML, 'text/html'],
    ['no matching offer', 'image/png', JSON_HTML, undefined],
    ['the header of an old Java client', 'image/gif, *; q=.2, */*; q=.2', JSON_HTML, 'application/json'],
    ['a parameter that is offered', 'a/b;level=1', ['a/b', 'a/b;level=1'], 'a/b;level=1'],
    ['a parameter that is not offered', 'a/b;level=2', ['a/b', 'a/b;level=1'], undefined],
    [
      'a range made more specific by a parameter',
      'a/b;q=0.2, a/b;level=1;q=0.9',
      ['a/b', 'a/b;level=1'],
      'a/b;level=1',
    ],
    ['a comma in quotes', 'a/b;x="1,text/html", application/json', JSON_HTML, 'application/json'],
    ['an extension after q', 'text/html;q=0.5;ext=1', JSON_HTML, 'text/html'],
    ['a charset, which is ignored', 'application/json; charset=utf-8', JSON_HTML, 'application/json'],
    ['an offer of any type', 'text/html', ['*/*'], '*/*'],
    ['an offer of a range', 'text/html', ['image/*', 'text/*'], 'text/*'],
    ['no offers', 'text/html', [], undefined],
  ])('negotiate selects by Accept: %s', (_name, accept, offers, expected) => {
    expect(negotiate(accept, offers)).toBe(expected);
  });

  it.each<[string, string, string | undefined]>([
    ['no media type', 'tralala', 'application/json'],
    ['only separators', ',;,;=', 'application/json'],
    ['an invalid quality', 'text/html;q=high', 'application/json'],
    ['a quality above 1', 'text/html;q=1.5', 'application/json'],
    ['a quality below 0', 'text/html;q=-1', 'application/json'],
    ['a wildcard type with a subtype', '*/html', 'application/json'],
    ['an unterminated quoted string', 'text/html;a="', 'text/html'],
    ['one valid range among invalid ones', 'nonsense, text/html, ;;', 'text/html'],
    ['one valid range that does not match', 'nonsense, image/png', undefined],
    ['names of inherited properties', 'constructor/__proto__;toString=1', undefined],
  ])('negotiate ignores malformed parts of an Accept header: %s', (_name, accept, expected) => {
    expect(negotiate(accept, JSON_HTML)).toBe(expected);
  });

  it('negotiate ignores the part of a header beyond its limit', () => {
    const many = Array.from({ length: MAX_ACCEPT.ranges }, () => 'image/png').join(',');
    expect(negotiate(`${many},text/html`, JSON_HTML)).toBeUndefined();
    expect(negotiate(`text/html,${many}`, JSON_HTML)).toBe('text/html');
    expect(negotiate(`a/${'b'.repeat(MAX_ACCEPT.length)},text/html`, JSON_HTML)).toBe('application/json');
    expect(negotiate(`image/png;a="${'\\"'.repeat(1e6)}"`, JSON_HTML)).toBe('application/json');
  });
});

const word = fc.constantFrom('a', 'b', 'c');
const qualities = fc.option(fc.integer({ min: 0, max: 10 }), { nil: undefined });
const offer = fc
  .tuple(word, word, fc.option(word, { nil: undefined }))
  .map(([type, subtype, level]) => ({ type, subtype, level }));
const range = fc
  .tuple(
    fc.oneof(
      fc.constant({ type: '*', subtype: '*', level: undefined }),
      word.map((type) => ({ type, subtype: '*', level: undefined })),
      offer,
    ),
    qualities,
  )
  .map(([media, q]) => ({ ...media, q }));

interface Ranged {
  readonly type: string;
  readonly subtype: string;
  readonly level: string | undefined;
  readonly q?: number | undefined;
}

function text({ type, subtype, level, q }: Ranged): string {
  return `${type}/${subtype}${level === undefined ? '' : `;level=${level}`}${q === undefined ? '' : `;q=${q / 10}`}`;
}

/** Implements the algorithm of the RFC: an offer has the quality of the most specific range that includes it. */
function model(ranges: readonly Ranged[], offers: readonly Ranged[]): string | undefined {
  const rated = offers.map((each, place) => {
    const fitting = ranges
      .filter(
        (one) =>
          (one.type === '*' || one.type === each.type) &&
          (one.subtype === '*' || one.subtype === each.subtype) &&
          (one.level === undefined || one.level === each.level),
      )
      .map((one) => ({
        exact: Number(one.type !== '*') + Number(one.subtype !== '*') + Number(one.level !== undefined),
        q: one.q ?? 10,
      }))
      .toSorted((one, other) => other.exact - one.exact || other.q - one.q);
    return { each, place, q: fitting[0]?.q ?? 0 };
  });
  const [first] = rated
    .filter(({ q }) => q > 0)
    .toSorted((one, other) => other.q - one.q || one.place - other.place);
  return first && text(first.each);
}

describe('negotiate with generated headers', () => {
  it("selects the same offer as the RFC's algorithm", () => {
    fc.assert(
      fc.property(
        fc.array(range, { minLength: 1, maxLength: 6 }),
        fc.array(offer, { minLength: 1, maxLength: 4 }),
        (ranges, offers) => {
          const accept = ranges.map((each) => text(each)).join(', ');
          expect(
            negotiate(
              accept,
              offers.map((each) => text(each)),
            ),
          ).toBe(model(ranges, offers));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('returns an offer or undefined without throwing, and the same with a cached negotiator', () => {
    const negotiated = negotiatorOf(JSON_HTML);
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: character }), fc.stringMatching(/^[a*/;,=q."\\ 01]*$/)),
        (accept) => {
          const chosen = negotiate(accept, JSON_HTML);
          expect([...JSON_HTML, undefined]).toContain(chosen);
          expect([negotiated(accept), negotiated(accept)]).toEqual([chosen, chosen]);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
