import { readMedia, readQuality, splitOutsideQuotes, type MediaSyntax } from './syntax.ts';

/** Gives the offer that an Accept header likes best; undefined when it likes none of them. */
export type Negotiate = (accept: string | undefined) => string | undefined;

/**
 * The offer that an Accept header (RFC 9110, section 12.5.1) likes best; of equals the first. Undefined when it excludes
 * them all. Without a header, and with one in which nothing can be read, everything is acceptable.
 */
export function negotiate(accept: string | undefined, offers: readonly string[]): string | undefined {
  return negotiatorOf(offers)(accept);
}

/** {@link negotiate} for the same offers again and again. */
export function negotiatorOf(offers: readonly string[]): Negotiate {
  const [first] = offers;
  const parsed = offers.map(toOffer);
  // Clients repeat themselves, and one request negotiates twice: before its handler and when the result is written.
  let asked: string | undefined;
  let answered: string | undefined = first;
  return (accept) => {
    if (accept === undefined || accept === '*/*' || accept === first) return first;
    if (accept === asked) return answered;
    answered = selectOffer(readAccept(accept), parsed);
    asked = accept;
    return answered;
  };
}

/** Limits for the part of a header that is read: characters and ranges. */
export const MAX_ACCEPT = { length: 8192, ranges: 128 } as const;

interface Offer {
  readonly text: string;
  readonly media: MediaSyntax | undefined;
}

interface Range {
  readonly media: MediaSyntax;
  readonly quality: number;
  /** How much of a media type it fixes; a more exact range wins over a less exact one, whatever their order. */
  readonly exactness: number;
}

function toOffer(text: string): Offer {
  return { text, media: readMedia(text) };
}

function readAccept(accept: string): readonly Range[] {
  const bounded =
    accept.length <= MAX_ACCEPT.length
      ? accept
      : accept.slice(0, Math.max(accept.lastIndexOf(',', MAX_ACCEPT.length), 0));
  const ranges: Range[] = [];
  for (const part of splitOutsideQuotes(bounded, ',').slice(0, MAX_ACCEPT.ranges)) {
    const media = readMedia(part);
    const quality = media && readQuality(media.parameters.get('q'));
    if (media !== undefined && quality !== undefined) {
      ranges.push({ media, quality, exactness: exactnessOf(media) });
    }
  }
  return ranges;
}

function exactnessOf(media: MediaSyntax): number {
  if (media.type === '*') return 0;
  return media.subtype === '*' ? 1 : 2 + requiredParameters(media).length;
}

/**
 * Parameters after `q` do not belong to the type. Text is always sent as UTF-8, so a charset excludes nothing; versions
 * belong to the policy `version`.
 */
function requiredParameters({ parameters }: MediaSyntax): readonly (readonly [string, string])[] {
  if (parameters.size === 0) return NONE;
  const all = [...parameters];
  const q = all.findIndex(([name]) => name === 'q');
  return (q === -1 ? all : all.slice(0, q)).filter(([name]) => name !== 'charset' && name !== 'version');
}

const NONE: readonly (readonly [string, string])[] = [];

function selectOffer(ranges: readonly Range[], offers: readonly Offer[]): string | undefined {
  if (ranges.length === 0) return offers[0]?.text;
  let found: Offer | undefined;
  let highest = 0;
  for (const offer of offers) {
    const quality = qualityFor(offer, ranges);
    if (quality > highest) {
      found = offer;
      highest = quality;
    }
  }
  return found?.text;
}

function qualityFor({ media }: Offer, ranges: readonly Range[]): number {
  let quality = 0;
  let exactness = -1;
  for (const range of ranges) {
    if (range.exactness < exactness || media === undefined || !includesMedia(range.media, media)) continue;
    quality = range.exactness === exactness ? Math.max(quality, range.quality) : range.quality;
    exactness = range.exactness;
  }
  return quality;
}

/** An offer may be a range itself, of which something will do. */
function includesMedia(range: MediaSyntax, media: MediaSyntax): boolean {
  if (range.type !== '*' && media.type !== '*' && range.type !== media.type) return false;
  if (range.subtype !== '*' && media.subtype !== '*' && range.subtype !== media.subtype) return false;
  return requiredParameters(range).every(
    ([name, value]) => media.parameters.get(name)?.toLowerCase() === value.toLowerCase(),
  );
}
