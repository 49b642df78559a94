import { SearchX } from 'lucide';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { BatchRow } from '../../api/answers.ts';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { usePage, useWords } from '../../parts/page-context.ts';
import { STATE_ICONS } from '../../parts/state-badge.tsx';
import { moveFocus } from './move-focus.ts';
import { describeRowState } from './row-state.ts';

/** All rows that match the filter, each as a button. Only one of them is a tab stop; the arrow keys reach the others. */
export function RowGrid(): JSX.Element {
  const { batch: progress } = usePage();
  const words = useWords();
  const rows = progress.shown.value;
  const selected = progress.selected.value;
  const [focused, setFocused] = useState<number>();
  if (rows.length === 0) return <Empty icon={SearchX} title={words.batches.noMatch} />;
  const tabStop = rows.some(({ number }) => number === focused) ? focused : rows[0]?.number;
  return (
    <ul class="row-grid" aria-label={words.batches.rows} onKeyDown={moveFocus}>
      {rows.map((row) => (
        <RowCell
          key={row.number}
          row={row}
          name={words.batches.row(row.number, row.target, describeRowState(row.state, words))}
          isSelected={row.number === selected}
          isTabStop={row.number === tabStop}
          focus={setFocused}
          select={progress.select}
        />
      ))}
    </ul>
  );
}

interface RowCellProps {
  readonly row: BatchRow;
  readonly name: string;
  readonly isSelected: boolean;
  readonly isTabStop: boolean;
  readonly focus: (number: number) => void;
  readonly select: (number: number) => void;
}

/** Preact skips an element that is the same as before, which matters because a batch may have 1,000 rows. */
function RowCell({ row, name, isSelected, isTabStop, focus, select }: RowCellProps): JSX.Element {
  const { number, target, state } = row;
  return useMemo(
    () => (
      <li>
        <button
          type="button"
          class={`row-cell badge-${state}`}
          aria-label={name}
          aria-pressed={isSelected}
          tabIndex={isTabStop ? 0 : -1}
          title={name}
          onFocus={() => focus(number)}
          onClick={() => select(number)}
        >
          <Icon of={STATE_ICONS[state]} />
          <span>{target}</span>
        </button>
      </li>
    ),
    [row, name, isSelected, isTabStop],
  );
}
