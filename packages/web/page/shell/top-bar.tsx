import { History, Plus } from 'lucide';
import type { JSX } from 'preact';
import { Icon } from '../parts/icon.tsx';
import { Link } from '../parts/link.tsx';
import { usePage, useWords } from '../parts/page-context.ts';
import { composePath, installsPath } from '../state/navigation.ts';
import { LanguageSelect } from './language-select.tsx';

/** The name of the product, the links to the views, and the language. */
export function TopBar(): JSX.Element {
  const { navigation, session } = usePage();
  const words = useWords();
  const { view } = navigation.route.value;
  return (
    <header class="top-bar">
      <h1 class="brand">
        <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="7" />
          <path d="M6 9l5 15 5-12 5 12 5-15" />
        </svg>
        {'Writ'}
      </h1>
      {session.status.value === 'open' && (
        <nav aria-label={words.navigation}>
          <Link to={composePath} isCurrent={view === 'compose'}>
            <Icon of={Plus} />
            <span>{words.newInstallation}</span>
          </Link>
          <Link to={installsPath} isCurrent={view === 'installs'}>
            <Icon of={History} />
            <span>{words.installations}</span>
          </Link>
        </nav>
      )}
      <LanguageSelect />
    </header>
  );
}
