import { Compass } from 'lucide';
import type { JSX } from 'preact';
import { Empty } from '../parts/empty.tsx';
import { usePage, useWords } from '../parts/page-context.ts';
import { ComposeView } from '../views/compose/compose-view.tsx';
import { ComparisonView } from '../views/installs/comparison-view.tsx';
import { InstallsView } from '../views/installs/installs-view.tsx';
import { RunView } from '../views/run/run-view.tsx';
import { ConsentDialog } from './consent-dialog.tsx';
import { MessageBox } from './message-box.tsx';
import { Notices } from './notices.tsx';
import { TokenForm } from './token-form.tsx';
import { TopBar } from './top-bar.tsx';

/** The frame of every view. */
export function App(): JSX.Element {
  const { session } = usePage();
  const words = useWords();
  const status = session.status.value;
  return (
    <>
      <a class="skip" href="#main">
        {words.skip}
      </a>
      <TopBar />
      <main id="main" tabIndex={-1}>
        {status === 'closed' && <TokenForm />}
        {status === 'opening' && <p class="opening">{words.opening}</p>}
        <div hidden={status !== 'open'}>
          <Notices />
          <View />
        </div>
      </main>
      <ConsentDialog />
      <MessageBox />
    </>
  );
}

/**
 * The view that the address selects. While another view is displayed, the editor is only hidden, so it keeps its undo
 * history.
 */
function View(): JSX.Element {
  const { navigation } = usePage();
  const { missing } = useWords();
  const route = navigation.route.value;
  return (
    <>
      <ComposeView hidden={route.view !== 'compose'} />
      {route.view === 'installs' && <InstallsView />}
      {route.view === 'comparison' && (
        <ComparisonView key={`${route.before} ${route.after}`} before={route.before} after={route.after} />
      )}
      {route.view === 'install' && <RunView key={route.id} id={route.id} />}
      {route.view === 'missing' && (
        <Empty icon={Compass} title={missing.title}>
          <p class="quiet">{missing.advice}</p>
        </Empty>
      )}
    </>
  );
}
