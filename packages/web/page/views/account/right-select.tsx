import type { JSX } from 'preact';
import type { Right } from '../../api/answers.ts';
import { useWords } from '../../parts/page-context.ts';

const RIGHTS: readonly Right[] = ['view', 'run', 'administer'];

interface RightSelectProps {
  readonly id?: string;
  readonly label?: string;
  readonly value: Right;
  /** The greatest right that can be selected; default: all can. */
  readonly most?: Right;
  readonly select: (right: Right) => void;
}

/** Selects a role or a scope. */
export function RightSelect({
  id,
  label,
  value,
  most = 'administer',
  select,
}: RightSelectProps): JSX.Element {
  const { rights } = useWords().people;
  const options = RIGHTS.slice(0, RIGHTS.indexOf(most) + 1);
  return (
    <select
      id={id}
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => {
        select(options.find((right) => right === currentTarget.value) ?? 'view');
      }}
    >
      {options.map((right) => (
        <option key={right} value={right}>
          {rights[right]}
        </option>
      ))}
    </select>
  );
}
