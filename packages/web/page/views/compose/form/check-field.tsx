import type { JSX } from 'preact';
import type { Path } from '../../../text/json-edit.ts';
import { FindingNote } from './finding-note.tsx';
import { useField } from './use-field.ts';

interface CheckFieldProps {
  readonly path: Path;
  readonly label: string;
  readonly help?: string;
  /** The value if the key is absent. */
  readonly byDefault?: boolean;
}

/** A Boolean value of the configuration. */
export function CheckField({ path, label, help, byDefault = false }: CheckFieldProps): JSX.Element {
  const { id, value, set, findings } = useField(path);
  const isChecked = typeof value === 'boolean' ? value : byDefault;
  return (
    <div class="field">
      <label class="check">
        <input
          type="checkbox"
          checked={isChecked}
          aria-describedby={help === undefined ? undefined : `${id}-help`}
          onChange={({ currentTarget }) =>
            set(currentTarget.checked === byDefault ? undefined : currentTarget.checked)
          }
        />
        {label}
      </label>
      {help !== undefined && (
        <p class="quiet" id={`${id}-help`}>
          {help}
        </p>
      )}
      {findings.length > 0 && (
        <ul class="field-findings">
          {findings.map((finding) => (
            <FindingNote key={finding.message} finding={finding} />
          ))}
        </ul>
      )}
    </div>
  );
}
