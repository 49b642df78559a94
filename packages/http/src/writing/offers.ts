import { HttpError } from '../errors/http-error.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { isJson, parseMediaType } from '../protocol/content-type.ts';
import { MediaType } from '../protocol/media-type.ts';
import { negotiatorOf } from '../protocol/negotiate.ts';

/**
 * Returns the offered media type that the request's Accept header prefers. Throws an error with status 406 if the
 * header excludes all offers.
 */
export type SelectMediaType = (exchange: Exchange) => string;

export function mediaTypeSelector(offers: readonly string[]): SelectMediaType {
  const negotiate = negotiatorOf(offers);
  return (exchange) => {
    const chosen = negotiate(exchange.transport.header('accept'));
    if (chosen === undefined)
      throw new HttpError('not-acceptable', `this route produces ${offers.join(', ')}`);
    return chosen;
  };
}

/**
 * Returns the declared media types in the form in which they are sent: duplicates are removed, and text types have a
 * charset. Returns undefined if no types, or only wildcards, are declared.
 */
export function resolveOffers(declared: readonly string[] | undefined): readonly string[] | undefined {
  if (declared === undefined || declared.length === 0) return undefined;
  const all = MediaType.join(declared).map(withCharset);
  return all.length === 0 || (all.length === 1 && all[0] === MediaType.WILDCARD) ? undefined : all;
}

/** Returns a writer's media types, except for ranges such as `text/*`, because a range cannot be sent as a Content-Type. */
export function withoutRanges(offers: readonly string[] | undefined): readonly string[] | undefined {
  return resolveOffers(offers?.filter((each) => !isRange(each)));
}

export function essenceOf(contentType: string): string {
  return parseMediaType(contentType).essence;
}

/** Whether a media type is a range, such as `text/*`. */
export function isRange(contentType: string): boolean {
  return essenceOf(contentType).includes('*');
}

export function isJsonType(contentType: string): boolean {
  return isJson(essenceOf(contentType));
}

function withCharset(mediaType: string): string {
  const { essence, charset } = parseMediaType(mediaType);
  return essence.startsWith('text/') && charset === undefined ? `${mediaType}; charset=utf-8` : mediaType;
}
