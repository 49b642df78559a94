import { readMedia, readQuality, splitOutsideQuotes, type MediaSyntax } from './syntax.ts';

/** Returns the offer that an Accept header prefers, or undefined if it excludes all offers. */
export type Negotiate = (accept: string | undefined) => string | undefined;

/**
 * Returns the offer that an Accept header (RFC 9110, section 12.5.1) prefers, or undefined if it excludes all offers.
 * If several offers have the highest quality, returns the first of them. Every offer is acceptable if the header is
 * missing or contains no valid range.
 */
export function negotiate(accept: string | undefined, offers: readonly string[]): string | undefined {
  return negotiatorOf(offers)(accept);
}

/** Compiles {@link negotiate} for repeated use with the same offers. */
export function negotiatorOf(offers: readonly string[]): Negotiate {
  const [first] = offers;
  const parsed = offers.map(toOffer);
  // The last result is cached, because clients send the same header repeatedly, and because the media type of a
  // response is negotiated twice: before the handler runs and when the result is written.
  let lastAccept: string | undefined;
  let lastOffer: string | undefined = first;
  return (accept) => {
    if (accept === undefined || accept === '*/*' || accept === first) return first;
    if (accept === lastAccept) return lastOffer;
    lastOffer = selectOffer(readAccept(accept), parsed);
    lastAccept = accept;
    return lastOffer;
  };
}

/** Limits on the number of characters and the number of ranges that are read from a header. */
export const MAX_ACCEPT = { length: 8192, ranges: 128 } as const;

interface Offer {
  readonly text: string;
  readonly media: MediaSyntax | undefined;
}

interface Range {
  readonly media: MediaSyntax;
  readonly quality: number;
  /** The specificity of the range. A more specific range takes precedence, regardless of the order in the header. */
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
 * Returns the parameters that an offer must contain. Parameters after `q` are ignored, because they are not part of the
 * type. `charset` is ignored, because strings are normally sent as UTF-8. Versions are ignored, because the policy
 * `version` handles them.
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

/** Whether a range includes an offer. If the offer is also a range, it is sufficient that they overlap. */
function includesMedia(range: MediaSyntax, media: MediaSyntax): boolean {
  if (range.type !== '*' && media.type !== '*' && range.type !== media.type) return false;
  if (range.subtype !== '*' && media.subtype !== '*' && range.subtype !== media.subtype) return false;
  return requiredParameters(range).every(
    ([name, value]) => media.parameters.get(name)?.toLowerCase() === value.toLowerCase(),
  );
}
