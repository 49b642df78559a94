import type { JSX } from 'preact';
import { useFormats, usePage, useWords } from '../../parts/page-context.ts';
import { StateFilters } from '../../parts/state-filters.tsx';
import { STATE_ICONS } from '../../parts/state-badge.tsx';
import { totalOf } from './batch-totals.ts';
import { describeRowState, ROW_STATES } from './row-state.ts';

/** The number of rows in each state, and the filter for the displayed rows. */
export function RowFilters(): JSX.Element {
  const { batch: progress } = usePage();
  const words = useWords();
  const formats = useFormats();
  const batch = progress.batch.value;
  const filter = progress.filter.value;
  const states = ROW_STATES.filter((state) => (batch?.rows[state] ?? 0) > 0 || filter.state === state);
  const total = batch === undefined ? 0 : totalOf(batch);
  return (
    <StateFilters
      name="row"
      label={words.batches.counts}
      counts={states.map((state) => ({
        state,
        name: describeRowState(state, words),
        icon: STATE_ICONS[state],
        look: state,
        count: batch?.rows[state] ?? 0,
      }))}
      labels={progress.labels.value}
      filter={filter}
      change={(changed) => {
        progress.filter.value = changed;
      }}
      shown={words.batches.shown(formats.count(progress.shown.value.length), formats.count(total))}
    />
  );
}
