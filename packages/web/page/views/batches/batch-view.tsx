import { Ban, LayoutGrid, Pause, Play, RotateCcw } from 'lucide';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Batch } from '../../api/answers.ts';
import { Icon } from '../../parts/icon.tsx';
import { NotOpened, useOpened } from '../../parts/opened.tsx';
import { useFormats, usePage, useWords } from '../../parts/page-context.ts';
import { QuestionDialog } from '../../parts/question-dialog.tsx';
import { batchesPath } from '../../state/navigation.ts';
import { BatchBadge } from './batch-badge.tsx';
import { totalOf } from './batch-totals.ts';
import { RowDetails } from './row-details.tsx';
import { RowFilters } from './row-filters.tsx';
import { RowGrid } from './row-grid.tsx';

/** The progress of a batch. */
export function BatchView({ id }: { readonly id: number }): JSX.Element {
  const { batch: state } = usePage();
  const words = useWords().batches;
  useOpened(state, id);
  const batch = state.batch.value;
  if (state.isAbsent.value || batch === undefined)
    return <NotOpened state={state} id={id} icon={LayoutGrid} listPath={batchesPath} words={words} />;
  return (
    <section class="card batch" aria-labelledby="batch-title">
      <div class="bar">
        <h2 id="batch-title">{words.heading(id)}</h2>
        <BatchBadge state={batch.state} />
        {!state.isConnected.value && <span class="quiet">{words.reconnecting}</span>}
        <BatchActions batch={batch} />
      </div>
      <BatchSummary batch={batch} />
      <RowFilters />
      <RowGrid />
      <RowDetails />
    </section>
  );
}

function BatchActions({ batch }: { readonly batch: Batch }): JSX.Element {
  const { batch: state } = usePage();
  const words = useWords().batches;
  const [isAsking, setAsking] = useState(false);
  const isOpen = batch.state === 'running' || batch.state === 'paused' || batch.state === 'stopped';
  const failed = ['failed', 'refused', 'cancelled'].some((each) => (batch.rows[each] ?? 0) > 0);
  const answer = (agreed: boolean): void => {
    setAsking(false);
    if (agreed) void state.change('cancel');
  };
  return (
    <span class="row actions">
      {batch.state === 'running' && (
        <button type="button" title={words.pauseMeaning} onClick={() => void state.change('pause')}>
          <Icon of={Pause} />
          {words.pause}
        </button>
      )}
      {(batch.state === 'paused' || batch.state === 'stopped') && (
        <button type="button" title={words.resumeMeaning} onClick={() => void state.change('resume')}>
          <Icon of={Play} />
          {words.resume}
        </button>
      )}
      {failed && batch.state !== 'cancelled' && (
        <button type="button" onClick={() => void state.change('retry')}>
          <Icon of={RotateCcw} />
          {words.retry}
        </button>
      )}
      {isOpen && (
        <button type="button" onClick={() => setAsking(true)}>
          <Icon of={Ban} />
          {words.cancel}
        </button>
      )}
      <QuestionDialog
        name="cancel-batch"
        isOpen={isAsking}
        icon={Ban}
        title={words.cancelTitle(batch.id)}
        no={words.keep}
        yes={words.cancelNow}
        answer={answer}
      >
        <p>{words.cancelMeaning}</p>
      </QuestionDialog>
    </span>
  );
}

function BatchSummary({ batch }: { readonly batch: Batch }): JSX.Element {
  const words = useWords().batches;
  const formats = useFormats();
  const done = batch.rows['done'] ?? 0;
  const total = totalOf(batch);
  return (
    <div class="batch-summary">
      <progress aria-label={words.progress} value={done} max={Math.max(1, total)} />
      <p>
        <strong>{words.share(formats.count(done), formats.count(total))}</strong>
        <span class="quiet">{words.settings(batch.concurrency, batch.canaries, batch.stopAfter)}</span>
      </p>
    </div>
  );
}
