import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { usePage, useWords } from '../../parts/page-context.ts';

/** The shortest password that the service accepts. */
export const MIN_PASSWORD = 12;

/** The form with which users change their own passwords. */
export function PasswordForm(): JSX.Element {
  const page = usePage();
  const words = useWords().people;
  const current = useRef<HTMLInputElement>(null);
  const next = useRef<HTMLInputElement>(null);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const values = [current, next].map((field) => field.current?.value ?? '');
    for (const field of [current, next]) if (field.current !== null) field.current.value = '';
    if (!(await page.people.changePassword(values[0]!, values[1]!))) return;
    page.session.close();
    page.session.message.value = { text: words.passwordChanged };
  };
  return (
    <details>
      <summary>{words.changePassword}</summary>
      <form class="row fields" onSubmit={(event) => void submit(event)}>
        <p class="labelled">
          <label for="current-password">{words.currentPassword}</label>
          <input
            ref={current}
            id="current-password"
            type="password"
            autocomplete="current-password"
            required
          />
        </p>
        <p class="labelled">
          <label for="new-password">{words.newPassword}</label>
          <input
            ref={next}
            id="new-password"
            type="password"
            autocomplete="new-password"
            minLength={MIN_PASSWORD}
            title={words.passwordRule}
            required
          />
        </p>
        <button type="submit">{words.change}</button>
      </form>
    </details>
  );
}
