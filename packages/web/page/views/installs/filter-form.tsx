import { Search } from 'lucide';
import type { JSX } from 'preact';
import type { InstallState } from '../../api/answers.ts';
import { Icon } from '../../parts/icon.tsx';
import { usePage, useWords } from '../../parts/page-context.ts';

/** The search text and the state of the displayed installations. */
export function FilterForm(): JSX.Element {
  const { installs } = usePage();
  const { installs: words, install } = useWords();
  const { text, state } = installs.filter.value;
  const states = Object.keys(install.states) as InstallState[];
  return (
    <form class="row filter" role="search" onSubmit={(event) => event.preventDefault()}>
      <label for="filter-text">
        <Icon of={Search} />
        {words.search}
      </label>
      <input
        id="filter-text"
        type="search"
        value={text}
        autocomplete="off"
        onInput={(event) => installs.select({ text: event.currentTarget.value, state })}
      />
      <label for="filter-state">{words.state}</label>
      <select
        id="filter-state"
        value={state}
        onChange={(event) => {
          const selected = states.find((each) => each === event.currentTarget.value);
          installs.select({ text, state: selected ?? '' });
        }}
      >
        <option value="">{words.anyState}</option>
        {states.map((name) => (
          <option key={name} value={name}>
            {install.states[name]}
          </option>
        ))}
      </select>
    </form>
  );
}
