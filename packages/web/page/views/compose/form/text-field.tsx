import type { JSX } from 'preact';
import { usePage } from '../../../parts/page-context.ts';
import type { Path } from '../../../text/json-edit.ts';
import { describedBy, Field } from './field.tsx';
import { toText, useField, useRequestedFocus } from './use-field.ts';

interface TextFieldProps {
  readonly path: Path;
  readonly label: string;
  readonly help?: string;
  readonly placeholder?: string | undefined;
  /** Whether the value is required in its object, so that it remains as an empty string. */
  readonly isRequired?: boolean;
  /** Sets the value; default: changes only this value. */
  readonly edit?: (text: string) => void;
}

/** A string of the configuration. An empty field removes its key, unless the value is required. */
export function TextField({
  path,
  label,
  help,
  placeholder,
  isRequired = false,
  edit,
}: TextFieldProps): JSX.Element {
  const { form } = usePage();
  const { id, value, set, findings } = useField(path);
  const control = useRequestedFocus<HTMLInputElement>(path);
  return (
    <Field id={id} label={label} help={help} findings={findings}>
      <input
        ref={control}
        id={id}
        value={toText(value)}
        placeholder={placeholder}
        autocomplete="off"
        spellcheck={false}
        aria-invalid={findings.some(({ severity }) => severity === 'error')}
        aria-describedby={describedBy(id, help, findings)}
        onBlur={() => form.leave(path)}
        onInput={({ currentTarget }) => {
          const text = currentTarget.value;
          if (edit === undefined) set(text === '' && !isRequired ? undefined : text);
          else edit(text);
        }}
      />
    </Field>
  );
}
