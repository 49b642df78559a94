import { CircleUser, History, LayoutGrid, LogOut, Plus, Server } from 'lucide';
import type { JSX } from 'preact';
import { Icon } from '../parts/icon.tsx';
import { Link } from '../parts/link.tsx';
import { usePage, useWords } from '../parts/page-context.ts';
import { accountPath, batchesPath, composePath, installsPath, nodesPath } from '../state/navigation.ts';
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
          <Link to={batchesPath} isCurrent={view === 'batches'}>
            <Icon of={LayoutGrid} />
            <span>{words.batches.title}</span>
          </Link>
          <Link to={nodesPath} isCurrent={view === 'nodes' || view === 'node'}>
            <Icon of={Server} />
            <span>{words.nodes.title}</span>
          </Link>
          <AccountLink isCurrent={view === 'account'} />
        </nav>
      )}
      <LanguageSelect />
    </header>
  );
}

/** The link to the account of the user or, without a user, to the administration. */
function AccountLink({ isCurrent }: { readonly isCurrent: boolean }): JSX.Element {
  const page = usePage();
  const words = useWords().people;
  const { user, credential } = page.people.caller.value ?? {};
  return (
    <>
      <Link to={accountPath} isCurrent={isCurrent}>
        <Icon of={CircleUser} />
        <span>{user ?? words.administration}</span>
      </Link>
      {credential === 'session' && (
        <button type="button" class="logout" onClick={() => page.logOut()}>
          <Icon of={LogOut} />
          {words.logout}
        </button>
      )}
    </>
  );
}
