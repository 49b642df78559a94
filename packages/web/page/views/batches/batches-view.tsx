import { LayoutGrid, LoaderCircle, Plus, RotateCcw, Unplug } from 'lucide';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Batch } from '../../api/answers.ts';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Link } from '../../parts/link.tsx';
import { useFormats, usePage, useWords } from '../../parts/page-context.ts';
import { batchPath, newBatchPath } from '../../state/navigation.ts';
import { BatchBadge } from './batch-badge.tsx';
import { totalOf } from './batch-totals.ts';

/** The service's batches. */
export function BatchesView(): JSX.Element {
  const { batches, session } = usePage();
  const words = useWords();
  const isOpen = session.status.value === 'open';
  useEffect(() => {
    if (isOpen) void batches.load();
  }, [isOpen]);
  const list = batches.list.value;
  return (
    <section class="card batches" aria-labelledby="batches-title">
      <div class="bar">
        <h2 id="batches-title">{words.batches.title}</h2>
        <Link to={newBatchPath} class="button primary">
          <Icon of={Plus} />
          {words.newBatch.title}
        </Link>
      </div>
      {list === undefined && !batches.hasFailed.value && (
        <Empty icon={LoaderCircle} title={words.batches.loading} />
      )}
      {list === undefined && batches.hasFailed.value && (
        <Empty icon={Unplug} title={words.batches.failed}>
          <button type="button" onClick={() => void batches.load()}>
            <Icon of={RotateCcw} />
            {words.retry}
          </button>
        </Empty>
      )}
      {list?.length === 0 && (
        <Empty icon={LayoutGrid} title={words.batches.none}>
          <p class="quiet">{words.batches.noneAdvice}</p>
        </Empty>
      )}
      {list !== undefined && list.length > 0 && <BatchTable list={list} />}
    </section>
  );
}

function BatchTable({ list }: { readonly list: readonly Batch[] }): JSX.Element {
  const words = useWords().batches;
  const formats = useFormats();
  return (
    <div class="scroll" tabIndex={0} role="group" aria-labelledby="batches-title">
      <table aria-labelledby="batches-title">
        <thead>
          <tr>
            <th scope="col">{words.number}</th>
            <th scope="col">{words.state}</th>
            <th scope="col" class="number">
              {words.progress}
            </th>
            <th scope="col">{words.created}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((batch) => (
            <tr key={batch.id}>
              <td>
                <Link to={batchPath(batch.id)}>{words.heading(batch.id)}</Link>
              </td>
              <td>
                <BatchBadge state={batch.state} />
              </td>
              <td class="number">
                {words.share(formats.count(batch.rows['done'] ?? 0), formats.count(totalOf(batch)))}
              </td>
              <td>
                <time dateTime={batch.created}>{formats.time(batch.created)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
