import type { JSX } from 'preact';
import type { Ending } from '../../api/answers.ts';
import { useWords } from '../../parts/page-context.ts';

const ENDINGS: readonly Ending[] = ['reboot', 'poweroff', 'wait'];

interface EndingSelectProps {
  readonly id: string;
  readonly ending: Ending;
  readonly change: (ending: Ending) => void;
}

/** The field for the action of machines after their installation. */
export function EndingSelect({ id, ending, change }: EndingSelectProps): JSX.Element {
  const words = useWords().nodes;
  return (
    <>
      <label for={id}>{words.ending}</label>
      <select
        id={id}
        value={ending}
        onChange={({ currentTarget }) => {
          change(ENDINGS.find((each) => each === currentTarget.value) ?? 'reboot');
        }}
      >
        {ENDINGS.map((each) => (
          <option key={each} value={each}>
            {words.endings[each]}
          </option>
        ))}
      </select>
    </>
  );
}
