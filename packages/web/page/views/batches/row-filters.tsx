import { Search } from 'lucide';
import type { JSX } from 'preact';
import { Icon } from '../../parts/icon.tsx';
import { useFormats, usePage, useWords } from '../../parts/page-context.ts';
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
  const labels = progress.labels.value;
  const states = ROW_STATES.filter((state) => (batch?.rows[state] ?? 0) > 0 || filter.state === state);
  const total = batch === undefined ? 0 : totalOf(batch);
  return (
    <>
      <ul class="row-counts" aria-label={words.batches.counts}>
        {states.map((state) => (
          <li key={state} class={`badge badge-${state}`}>
            <Icon of={STATE_ICONS[state]} />
            {describeRowState(state, words)}
            <strong>{formats.count(batch?.rows[state] ?? 0)}</strong>
          </li>
        ))}
      </ul>
      <form class="row filter" role="search" onSubmit={(event) => event.preventDefault()}>
        <label for="row-text">
          <Icon of={Search} />
          {words.batches.search}
        </label>
        <input
          id="row-text"
          type="search"
          value={filter.text}
          autocomplete="off"
          onInput={(event) => {
            progress.filter.value = { ...filter, text: event.currentTarget.value };
          }}
        />
        <label for="row-state">{words.batches.state}</label>
        <select
          id="row-state"
          value={filter.state}
          onChange={(event) => {
            const state = ROW_STATES.find((each) => each === event.currentTarget.value) ?? '';
            progress.filter.value = { ...filter, state };
          }}
        >
          <option value="">{words.batches.anyState}</option>
          {states.map((state) => (
            <option key={state} value={state}>
              {describeRowState(state, words)}
            </option>
          ))}
        </select>
        {labels.length > 0 && (
          <>
            <label for="row-label">{words.batches.label}</label>
            <select
              id="row-label"
              value={filter.label}
              onChange={(event) => {
                progress.filter.value = { ...filter, label: event.currentTarget.value };
              }}
            >
              <option value="">{words.batches.anyLabel}</option>
              {labels.map((label) => (
                <option key={label} value={label}>
                  {label}
                </option>
              ))}
            </select>
          </>
        )}
        <span class="quiet" role="status">
          {words.batches.shown(formats.count(progress.shown.value.length), formats.count(total))}
        </span>
      </form>
    </>
  );
}
