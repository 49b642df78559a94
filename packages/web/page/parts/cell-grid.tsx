import { SearchX, type IconNode } from 'lucide';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Empty } from './empty.tsx';
import { Icon } from './icon.tsx';
import { moveFocus } from './move-focus.ts';

/** A cell of a grid. */
export interface Cell {
  readonly number: number;
  readonly text: string;
  /** The name for screen readers, which contains the state. */
  readonly name: string;
  readonly icon: IconNode;
  /** The state whose colours the cell has. */
  readonly look: string;
}

interface CellGridProps {
  readonly label: string;
  readonly cells: readonly Cell[];
  /** The message if there are no cells. */
  readonly none: string;
  readonly selected: number | undefined;
  readonly select: (number: number) => void;
}

/** A grid of buttons. Only one of them is a tab stop; the arrow keys reach the others. */
export function CellGrid({ label, cells, none, selected, select }: CellGridProps): JSX.Element {
  const [focused, setFocused] = useState<number>();
  if (cells.length === 0) return <Empty icon={SearchX} title={none} />;
  const tabStop = cells.some(({ number }) => number === focused) ? focused : cells[0]?.number;
  return (
    <ul class="row-grid" aria-label={label} onKeyDown={moveFocus}>
      {cells.map((cell) => (
        <CellButton
          key={cell.number}
          {...cell}
          isSelected={cell.number === selected}
          isTabStop={cell.number === tabStop}
          focus={setFocused}
          select={select}
        />
      ))}
    </ul>
  );
}

interface CellButtonProps extends Cell {
  readonly isSelected: boolean;
  readonly isTabStop: boolean;
  readonly focus: (number: number) => void;
  readonly select: (number: number) => void;
}

/** Preact skips an element that is the same as before, which matters because a grid may have 1,000 cells. */
function CellButton({
  number,
  text,
  name,
  icon,
  look,
  isSelected,
  isTabStop,
  focus,
  select,
}: CellButtonProps): JSX.Element {
  return useMemo(
    () => (
      <li>
        <button
          type="button"
          class={`row-cell badge-${look}`}
          aria-label={name}
          aria-pressed={isSelected}
          tabIndex={isTabStop ? 0 : -1}
          title={name}
          onFocus={() => focus(number)}
          onClick={() => select(number)}
        >
          <Icon of={icon} />
          <span>{text}</span>
        </button>
      </li>
    ),
    [text, name, icon, look, isSelected, isTabStop],
  );
}
