import { LogIn } from 'lucide';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { usePage, useWords } from '../parts/page-context.ts';

/** The form for the name and the password of a user. */
export function LoginForm(): JSX.Element {
  const page = usePage();
  const { people } = useWords();
  const user = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => user.current?.focus(), []);

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (user.current === null || password.current === null) return;
    page.logIn(user.current.value.trim(), password.current.value);
    password.current.value = '';
  };
  return (
    <form id="login" class="card entry" onSubmit={submit}>
      <h2>
        <Icon of={LogIn} />
        {people.login}
      </h2>
      <p class="labelled">
        <label for="login-user">{people.name}</label>
        <input
          ref={user}
          id="login-user"
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          required
        />
      </p>
      <p class="labelled">
        <label for="login-password">{people.password}</label>
        <input ref={password} id="login-password" type="password" autocomplete="current-password" required />
      </p>
      <p class="row end">
        <button type="submit" class="primary">
          {people.login}
        </button>
      </p>
    </form>
  );
}
