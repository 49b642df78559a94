import type { Words } from '../words/english.ts';

/** A notice in two parts: its beginning in the page's language (empty if there is no translation), and the rest in English. */
export interface NoticeParts {
  readonly translated: string;
  readonly rest: string;
}

/** Translates the beginning of a notice about the demonstration mirror. The rest, a cause or a build step, is not translated. */
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
