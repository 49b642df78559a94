import type { Words } from '../words/english.ts';

/** A notice, whose beginning is in the page's language if the page knows it; the rest is in English. */
export interface NoticeParts {
  readonly translated: string;
  readonly rest: string;
}

/** Translates the beginning of a notice about the demonstration mirror. Causes and steps are messages in English. */
export function toNoticeParts(notice: string, words: Words['noticeStarts']): NoticeParts {
  const starts: readonly (readonly [string, string])[] = [
    ['The demonstration mirror is being built: ', words.preparing],
    ['The demonstration mirror is not available: ', words.notAvailable],
  ];
  const found = starts.find(([start]) => notice.startsWith(start));
  return found === undefined
    ? { translated: '', rest: notice }
    : { translated: `${found[1]} `, rest: notice.slice(found[0].length) };
}
