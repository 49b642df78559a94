import { GitCompareArrows, X } from 'lucide';
import type { JSX } from 'preact';
import type { Install } from '../../api/answers.ts';
import { Icon } from '../../parts/icon.tsx';
import { Link } from '../../parts/link.tsx';
import { usePage, useWords } from '../../parts/page-context.ts';
import { comparisonPath } from '../../state/navigation.ts';

/** Selects an installation for a comparison; disabled while two others are selected. */
export function CompareCheckbox({ install }: { readonly install: Install }): JSX.Element {
  const { installs } = usePage();
  const words = useWords().installs;
  const { id, target } = install;
  const selected = installs.selected.value;
  const isSelected = selected.includes(id);
  return (
    <input
      type="checkbox"
      aria-label={words.select(id, target)}
      title={words.select(id, target)}
      checked={isSelected}
      disabled={!isSelected && selected.length === 2}
      onChange={() => installs.toggle(id)}
    />
  );
}

/** The next step of a selection; empty while nothing is selected. */
export function CompareBar(): JSX.Element {
  const { installs } = usePage();
  const words = useWords().installs;
  const [before, after] = installs.selected.value.toSorted((a, b) => a - b);
  return (
    <div class="row compare-bar" role="status" hidden={before === undefined}>
      {before !== undefined && after === undefined && <span>{words.selectSecond(before)}</span>}
      {before !== undefined && after !== undefined && (
        <Link to={comparisonPath(before, after)} class="button primary">
          <Icon of={GitCompareArrows} />
          {words.compareSelected(before, after)}
        </Link>
      )}
      <button
        type="button"
        onClick={() => {
          installs.selected.value = [];
        }}
      >
        <Icon of={X} />
        {words.clearSelection}
      </button>
    </div>
  );
}
