import { Languages } from 'lucide';
import type { JSX } from 'preact';
import { Icon } from '../parts/icon.tsx';
import { usePage, useWords } from '../parts/page-context.ts';
import { languages, toLanguage } from '../words/languages.ts';

export function LanguageSelect(): JSX.Element {
  const { language } = usePage().languageChoice;
  const words = useWords();
  return (
    <div class="language">
      <Icon of={Languages} />
      <select
        aria-label={words.language}
        value={language.value}
        onChange={(event) => {
          language.value = toLanguage(event.currentTarget.value);
        }}
      >
        {Object.entries(languages).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
