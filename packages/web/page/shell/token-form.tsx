import { KeyRound } from 'lucide';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { usePage, useWords } from '../parts/page-context.ts';

/**
 * The form for the token.
 *
 * @param isFocused whether the field receives the focus
 */
export function TokenForm({ isFocused }: { readonly isFocused: boolean }): JSX.Element {
  const page = usePage();
  const { entry } = useWords();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) field.current?.focus();
  }, []);

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = field.current;
    if (input === null) return;
    const token = input.value.trim();
    input.value = '';
    page.enter(token);
  };
  return (
    <form id="entry" class="card entry" onSubmit={submit}>
      <h2>
        <Icon of={KeyRound} />
        {entry.title}
      </h2>
      <p>{entry.addressOnce}</p>
      <p>
        <code>{'./run'}</code> <code>{'writ serve'}</code>
      </p>
      <p>{entry.newAddress}</p>
      <p>
        <code>{'./run --link'}</code> <code>{'writ serve --link'}</code>
      </p>
      <p>{entry.tokenFile}</p>
      <p class="row">
        <label for="token">{entry.token}</label>
        <input ref={field} id="token" type="password" autocomplete="off" spellcheck={false} required />
        <button type="submit" class="primary">
          {entry.enter}
        </button>
      </p>
    </form>
  );
}
