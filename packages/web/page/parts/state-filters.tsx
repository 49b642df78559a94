import { Search, type IconNode } from 'lucide';
import type { JSX } from 'preact';
import type { ListFilter } from '../state/list-filter.ts';
import { Icon } from './icon.tsx';
import { useFormats, useWords } from './page-context.ts';

/** A state of entries, and the number of entries in it. */
export interface StateCount<State extends string> {
  readonly state: State;
  readonly name: string;
  readonly icon: IconNode;
  /** The state whose colours it has. */
  readonly look: string;
  readonly count: number;
}

interface StateFiltersProps<State extends string> {
  /** The prefix of the element ids. */
  readonly name: string;
  /** The name of the list of states. */
  readonly label: string;
  readonly counts: readonly StateCount<State>[];
  /** All labels of entries as `name=value`. */
  readonly labels: readonly string[];
  readonly filter: ListFilter<State>;
  readonly change: (filter: ListFilter<State>) => void;
  /** The number of displayed entries, in words. */
  readonly shown: string;
}

/** The number of entries in each state, and the filter for the displayed entries. */
export function StateFilters<State extends string>({
  name,
  label,
  counts,
  labels,
  filter,
  change,
  shown,
}: StateFiltersProps<State>): JSX.Element {
  const words = useWords().batches;
  const formats = useFormats();
  return (
    <>
      <ul class="row-counts" aria-label={label}>
        {counts.map(({ state, look, icon, name: text, count }) => (
          <li key={state} class={`badge badge-${look}`}>
            <Icon of={icon} />
            {text}
            <strong>{formats.count(count)}</strong>
          </li>
        ))}
      </ul>
      <form class="row filter" role="search" onSubmit={(event) => event.preventDefault()}>
        <label for={`${name}-text`}>
          <Icon of={Search} />
          {words.search}
        </label>
        <input
          id={`${name}-text`}
          type="search"
          value={filter.text}
          autocomplete="off"
          onInput={(event) => change({ ...filter, text: event.currentTarget.value })}
        />
        <label for={`${name}-state`}>{words.state}</label>
        <select
          id={`${name}-state`}
          value={filter.state}
          onChange={({ currentTarget }) => {
            const found = counts.find(({ state }) => state === currentTarget.value);
            change({ ...filter, state: found?.state ?? '' });
          }}
        >
          <option value="">{words.anyState}</option>
          {counts.map(({ state, name: text }) => (
            <option key={state} value={state}>
              {text}
            </option>
          ))}
        </select>
        {labels.length > 0 && (
          <>
            <label for={`${name}-label`}>{words.label}</label>
            <select
              id={`${name}-label`}
              value={filter.label}
              onChange={(event) => change({ ...filter, label: event.currentTarget.value })}
            >
              <option value="">{words.anyLabel}</option>
              {labels.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </select>
          </>
        )}
        <span class="quiet" role="status">
          {shown}
        </span>
      </form>
    </>
  );
}
