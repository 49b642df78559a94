import type { Mirror } from '../../api/answers.ts';
import type { Words } from '../../words/english.ts';

/** The title of a mirror in the page's language, or the title that the operator of the service configured. */
export interface MirrorTitle {
  readonly text: string;
  /** Whether the text is in the page's language. */
  readonly isTranslated: boolean;
}

export function mirrorTitle({ id, title }: Mirror, { editor }: Words): MirrorTitle {
  const titles: Readonly<Record<string, string>> = editor.mirrorTitles;
  const own = Object.hasOwn(titles, id) ? titles[id] : undefined;
  return own === undefined ? { text: title, isTranslated: false } : { text: own, isTranslated: true };
}
