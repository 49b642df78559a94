import { Eye, EyeOff } from 'lucide';
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Icon } from '../../../parts/icon.tsx';
import { usePage, useWords } from '../../../parts/page-context.ts';
import { isObject, type Path } from '../../../text/json-edit.ts';
import { describedBy, Field } from './field.tsx';
import { isPasswordHash, passwordStrength } from '../../../text/password-strength.ts';
import { toText, useField, useRequestedFocus } from './use-field.ts';

interface PasswordFieldProps {
  readonly path: Path;
  readonly label: string;
  readonly help?: string;
  /** Whether this is the passphrase of the disk, which cannot be hashed. */
  readonly isPassphrase?: boolean;
}

/**
 * A password with its strength. It can be revealed until the focus leaves the field and it is replaced with its hash or,
 * if it is the passphrase of the disk, with a reference. A reference to a password that neither the service nor the page
 * has is replaced when the user types.
 */
export function PasswordField({ path, label, help, isPassphrase = false }: PasswordFieldProps): JSX.Element {
  const { id, value, set, findings: found } = useField(path, true);
  const { form } = usePage();
  const words = useWords().form;
  const isEdited = useRef(false);
  const [isRevealed, setRevealed] = useState(false);
  const control = useRequestedFocus<HTMLInputElement>(path);
  const kept = form.secrets.find(value);
  const findings = kept === undefined ? found : [...found, ...kept.warnings];
  const missingWords = isPassphrase ? words.missingPassphrase : words.missingPassword;
  const missing = isObject(value) && kept === undefined ? missingWords(toText(value['$secret'])) : undefined;
  const explanation = missing ?? help;
  const text = toText(value);
  // The check rejects a hash as passphrase.
  const isHash = !isPassphrase && isPasswordHash(text);
  const isStored = isHash || kept !== undefined;
  const strength = passwordStrength(text);
  const leave = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (currentTarget instanceof Node && currentTarget.contains(relatedTarget as Node | null)) return;
    setRevealed(false);
    if (isEdited.current) {
      if (isPassphrase) form.keepPassphrase();
      else void form.hashPassword(path);
    }
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
          // A hash or a reference is replaced, not edited.
          value={isHash ? '' : text}
          placeholder={isStored ? '••••••••' : undefined}
          autocomplete="new-password"
          spellcheck={false}
          aria-invalid={findings.some(({ severity }) => severity === 'error')}
          aria-describedby={`${id}-strength ${describedBy(id, explanation, findings) ?? ''}`}
          onInput={({ currentTarget }) => {
            isEdited.current = true;
            // Without a passphrase, the disk would not be encrypted.
            set(currentTarget.value === '' && !isPassphrase ? undefined : currentTarget.value);
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
      <p class={`strength strength-${isStored ? 'hash' : strength}`} id={`${id}-strength`}>
        {kept !== undefined && words.isKept}
        {text !== '' && (isHash ? words.isHash : words.strengths[strength])}
      </p>
    </Field>
  );
}
