import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { english, type Words } from './english.ts';
import { createFormats, type Formats } from './formats.ts';
import { german } from './german.ts';

/** The languages of the page, each with the name that its speakers use. */
export const languages = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof languages;

export const catalogues: Readonly<Record<Language, Words>> = { en: english, de: german };

const LANGUAGE_KEY = 'writ-language';

/** The selected language, with its words and its formats of dates and sizes. */
export interface LanguageChoice {
  readonly language: Signal<Language>;
  readonly words: ReadonlySignal<Words>;
  readonly formats: ReadonlySignal<Formats>;
}

/**
 * Selects the language of an earlier visit or, by default, the browser's language, and stores a language that
 * differs from the browser's.
 */
export function createLanguageChoice(): LanguageChoice {
  const language = signal(toLanguage(localStorage.getItem(LANGUAGE_KEY) ?? navigator.language));
  effect(() => {
    document.documentElement.lang = language.value;
    if (language.value !== toLanguage(navigator.language)) localStorage.setItem(LANGUAGE_KEY, language.value);
    else localStorage.removeItem(LANGUAGE_KEY);
  });
  return {
    language,
    words: computed(() => catalogues[language.value]),
    formats: computed(() => createFormats(regionalTag(language.value, navigator.languages))),
  };
}

/** The page's language for a language tag such as `de-AT`. */
export function toLanguage(tag: string): Language {
  return tag.toLowerCase().split('-')[0] === 'de' ? 'de' : 'en';
}

/**
 * The browser's first language tag for the page's language, such as `de-AT`, whose region determines the form
 * of dates and numbers; the language itself if there is none.
 */
export function regionalTag(language: Language, tags: readonly string[]): string {
  // A browser may report the locale of the system, such as `en-US@posix`, which is not a language tag.
  const isTag = (tag: string): boolean => /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(tag);
  return tags.find((tag) => isTag(tag) && tag.toLowerCase().split('-')[0] === language) ?? language;
}
