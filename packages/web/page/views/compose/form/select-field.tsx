import type { JSX } from 'preact';
import { usePage } from '../../../parts/page-context.ts';
import type { Path } from '../../../text/json-edit.ts';
import { describedBy, Field } from './field.tsx';
import { toText, useField } from './use-field.ts';

interface SelectFieldProps {
  readonly path: Path;
  /** The path that is removed if no string is selected; default: `path`. */
  readonly clear?: Path;
  readonly label: string;
  /** The label of the option that selects no string. */
  readonly none: string;
  readonly options: readonly string[];
  /** Explanations of options in the page's language. */
  readonly meanings?: Readonly<Record<string, string>>;
  readonly help?: string | undefined;
}

/** One of a few strings, or none. */
export function SelectField({
  path,
  clear = path,
  label,
  none,
  options,
  meanings = {},
  help,
}: SelectFieldProps): JSX.Element {
  const { form } = usePage();
  const { id, value, set, findings } = useField(path);
  const text = toText(value);
  return (
    <Field id={id} label={label} help={help} findings={findings}>
      <select
        id={id}
        value={text}
        aria-describedby={describedBy(id, help, findings)}
        onChange={({ currentTarget }) => {
          if (currentTarget.value === '') form.set(clear, undefined);
          else set(currentTarget.value);
        }}
      >
        <option value="">{none}</option>
        {text !== '' && !options.includes(text) && <option value={text}>{text}</option>}
        {options.map((option) => (
          <option key={option} value={option}>
            {meanings[option] === undefined ? option : `${option}: ${meanings[option]}`}
          </option>
        ))}
      </select>
    </Field>
  );
}
