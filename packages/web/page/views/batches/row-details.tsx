import type { JSX } from 'preact';
import { Link } from '../../parts/link.tsx';
import { usePage, useWords } from '../../parts/page-context.ts';
import { printLabels } from '../../text/label-list.ts';
import { installPath } from '../../state/navigation.ts';
import { describeRowState } from './row-state.ts';

/** The details of the selected row. */
export function RowDetails(): JSX.Element {
  const { batch: progress } = usePage();
  const words = useWords();
  const selected = progress.selected.value;
  const row = progress.rows.value.find(({ number }) => number === selected);
  if (row === undefined) return <p class="quiet row-details">{words.batches.select}</p>;
  const { number, target, path, state, labels, host, attempts, install, failure } = row;
  return (
    <section class="row-details" aria-labelledby="row-title" aria-live="polite">
      <h3 id="row-title">{words.batches.rowTitle(number, target)}</h3>
      <dl>
        <dt>{words.batches.state}</dt>
        <dd>{describeRowState(state, words)}</dd>
        <dt>{words.installs.target}</dt>
        <dd>
          <code>{path}</code>
        </dd>
        {Object.keys(labels).length > 0 && (
          <>
            <dt>{words.batches.labels}</dt>
            <dd>{printLabels(row.labels).join(', ')}</dd>
          </>
        )}
        {host !== undefined && (
          <>
            <dt>{words.batches.host}</dt>
            <dd>{host}</dd>
          </>
        )}
        {attempts > 1 && (
          <>
            <dt>{words.batches.attempts}</dt>
            <dd>{attempts}</dd>
          </>
        )}
        {failure !== undefined && (
          <>
            <dt>{words.install.cause}</dt>
            <dd lang="en">{failure.message}</dd>
            <dt>{words.install.next}</dt>
            <dd lang="en">{failure.next}</dd>
          </>
        )}
        {install !== undefined && (
          <>
            <dt>{words.batches.install}</dt>
            <dd>
              <Link to={installPath(install)}>{words.batches.openInstall(install)}</Link>
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}
