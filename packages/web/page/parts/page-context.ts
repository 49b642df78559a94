import { createContext, type Context } from 'preact';
import { useContext } from 'preact/hooks';
import type { PageState } from '../state/page-state.ts';
import type { Words } from '../words/english.ts';
import type { Formats } from '../words/formats.ts';

export const PageContext: Context<PageState | undefined> = createContext<PageState | undefined>(undefined);

/** The state of the page. */
export function usePage(): PageState {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error('a component of the page is outside of its context');
  return page;
}

/** The page's words in the selected language. */
export function useWords(): Words {
  return usePage().languageChoice.words.value;
}

export function useFormats(): Formats {
  return usePage().languageChoice.formats.value;
}
