import { Compass, RotateCcw, Unplug } from 'lucide';
import type { JSX } from 'preact';
import { Empty } from '../parts/empty.tsx';
import { Icon } from '../parts/icon.tsx';
import { usePage, useWords } from '../parts/page-context.ts';
import { BatchView } from '../views/batches/batch-view.tsx';
import { BatchesView } from '../views/batches/batches-view.tsx';
import { NewBatchView } from '../views/batches/compose/new-batch-view.tsx';
import { ComposeView } from '../views/compose/compose-view.tsx';
import { ComparisonView } from '../views/installs/comparison-view.tsx';
import { InstallsView } from '../views/installs/installs-view.tsx';
import { NodeView } from '../views/nodes/node-view.tsx';
import { NodesView } from '../views/nodes/nodes-view.tsx';
import { RunView } from '../views/run/run-view.tsx';
import { AccountView } from '../views/account/account-view.tsx';
import { ConsentDialog } from './consent-dialog.tsx';
import { Entry } from './entry.tsx';
import { MessageBox } from './message-box.tsx';
import { Notices } from './notices.tsx';
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
        {status === 'closed' && <Entry />}
        {status === 'opening' && <Opening />}
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

/** The page before its data is loaded, with a retry after a failure. */
function Opening(): JSX.Element {
  const page = usePage();
  const words = useWords();
  if (page.session.message.value === undefined) return <p class="opening">{words.opening}</p>;
  return (
    <Empty icon={Unplug} title={words.openingFailed}>
      <button type="button" onClick={() => page.open()}>
        <Icon of={RotateCcw} />
        {words.retry}
      </button>
    </Empty>
  );
}

/**
 * The view that the path selects. While another view is displayed, the editor is only hidden, so it keeps its undo
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
      {route.view === 'account' && <AccountView />}
      {route.view === 'comparison' && (
        <ComparisonView key={`${route.before} ${route.after}`} before={route.before} after={route.after} />
      )}
      {route.view === 'install' && <RunView key={route.id} id={route.id} />}
      {route.view === 'batches' && <BatchesView />}
      {route.view === 'batch' && <BatchView key={route.id} id={route.id} />}
      {route.view === 'new-batch' && <NewBatchView />}
      {route.view === 'nodes' && <NodesView />}
      {route.view === 'node' && <NodeView key={route.id} id={route.id} />}
      {route.view === 'missing' && (
        <Empty icon={Compass} title={missing.title}>
          <p class="quiet">{missing.advice}</p>
        </Empty>
      )}
    </>
  );
}
