/**
 * A media type in lower case. For example, `Application/JSON; charset=UTF-8` is parsed as
 * `{ essence: 'application/json', charset: 'utf-8' }`.
 */
export interface ParsedMediaType {
  readonly essence: string;
  readonly charset: string | undefined;
}

/** The media type of most bodies. */
const JSON_MEDIA: ParsedMediaType = { essence: 'application/json', charset: undefined };

export function parseMediaType(header: string): ParsedMediaType {
  if (header === JSON_MEDIA.essence) return JSON_MEDIA;
  const semicolon = header.indexOf(';');
  if (semicolon === -1) return { essence: header.trim().toLowerCase(), charset: undefined };
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)"?/i.exec(header)?.[1];
  return { essence: header.slice(0, semicolon).trim().toLowerCase(), charset: charset?.toLowerCase() };
}

/** Whether a media type is `application/json` or ends with `+json`, such as `application/problem+json`. */
export function isJson(essence: string): boolean {
  return essence === 'application/json' || essence.endsWith('+json');
}

/**
 * Whether a media type matches an element of a list. The list may contain ranges such as `text/*`, `application/*+json`
 * and `*\/*`. Parameters are ignored.
 */
export function isOneOf(essence: string, list: readonly string[]): boolean {
  return list.some((each) => {
    const wanted = parseMediaType(each).essence;
    if (wanted === essence || wanted === '*/*') return true;
    const star = wanted.indexOf('/*');
    if (star === -1) return false;
    // Only a suffix such as `+json` may follow the star of a range.
    const suffix = wanted.slice(star + 2);
    const isLonger = essence.length > star + 1 + suffix.length;
    return isLonger && essence.startsWith(wanted.slice(0, star + 1)) && essence.endsWith(suffix);
  });
}
