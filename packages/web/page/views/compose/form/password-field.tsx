import { Eye, EyeOff } from 'lucide';
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Icon } from '../../../parts/icon.tsx';
import { usePage, useWords } from '../../../parts/page-context.ts';
import { isObject, type Path } from '../../../text/json-edit.ts';
import { describedBy, Field } from './field.tsx';
import { isPasswordHash, passwordStrength } from './password-strength.ts';
import { toText, useField, useRequestedFocus } from './use-field.ts';

interface PasswordFieldProps {
  readonly path: Path;
  readonly label: string;
  readonly help?: string;
}

/**
 * A password with its strength. It can be revealed until the focus leaves the field and it is replaced with its hash. A
 * reference to a password that the service does not store is replaced when the user types.
 */
export function PasswordField({ path, label, help }: PasswordFieldProps): JSX.Element {
  const { id, value, set, findings } = useField(path, true);
  const { form } = usePage();
  const words = useWords().form;
  const isEdited = useRef(false);
  const [isRevealed, setRevealed] = useState(false);
  const control = useRequestedFocus<HTMLInputElement>(path);
  const missing = isObject(value) ? words.missingPassword(toText(value['$secret'])) : undefined;
  const explanation = missing ?? help;
  const text = toText(value);
  const isHash = isPasswordHash(text);
  const strength = passwordStrength(text);
  const leave = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (currentTarget instanceof Node && currentTarget.contains(relatedTarget as Node | null)) return;
    setRevealed(false);
    if (isEdited.current) void form.hashPassword(path);
    isEdited.current = false;
    form.leave(path);
  };
  return (
    <Field id={id} label={label} help={explanation} findings={findings}>
      <div class="password row" onFocusOut={leave}>
        <input
          ref={control}
          id={id}
          class={missing === undefined ? undefined : 'missing'}
          type={isRevealed ? 'text' : 'password'}
          // A hash is replaced, not edited.
          value={isHash ? '' : text}
          placeholder={isHash ? '••••••••' : undefined}
          autocomplete="new-password"
          spellcheck={false}
          aria-invalid={findings.some(({ severity }) => severity === 'error')}
          aria-describedby={`${id}-strength ${describedBy(id, explanation, findings) ?? ''}`}
          onInput={({ currentTarget }) => {
            isEdited.current = true;
            set(currentTarget.value === '' ? undefined : currentTarget.value);
          }}
        />
        <button
          type="button"
          aria-pressed={isRevealed}
          disabled={text === '' || isHash}
          aria-label={words.reveal(label)}
          title={words.reveal(label)}
          onClick={() => setRevealed(!isRevealed)}
        >
          <Icon of={isRevealed ? EyeOff : Eye} />
        </button>
      </div>
      <p class={`strength strength-${isHash ? 'hash' : strength}`} id={`${id}-strength`}>
        {text !== '' && (isHash ? words.isHash : words.strengths[strength])}
      </p>
    </Field>
  );
}
