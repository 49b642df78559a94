import type { JSX } from 'preact';
import { CellGrid } from '../../parts/cell-grid.tsx';
import { usePage, useWords } from '../../parts/page-context.ts';
import { STATE_ICONS } from '../../parts/state-badge.tsx';
import { describeRowState } from './row-state.ts';

/** All rows that match the filter. */
export function RowGrid(): JSX.Element {
  const { batch: progress } = usePage();
  const words = useWords();
  return (
    <CellGrid
      label={words.batches.rows}
      cells={progress.shown.value.map(({ number, target, state }) => ({
        number,
        text: target,
        name: words.batches.row(number, target, describeRowState(state, words)),
        icon: STATE_ICONS[state],
        look: state,
      }))}
      none={words.batches.noMatch}
      selected={progress.selected.value}
      select={progress.select}
    />
  );
}
