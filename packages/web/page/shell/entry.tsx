import type { JSX } from 'preact';
import { usePage, useWords } from '../parts/page-context.ts';
import { LoginForm } from './login-form.tsx';
import { TokenForm } from './token-form.tsx';

/** The ways to open the page; while they are displayed, the page is otherwise hidden. */
export function Entry(): JSX.Element | null {
  const { session } = usePage();
  const { people } = useWords();
  const hasLogin = session.hasLogin.value;
  if (hasLogin === undefined) return null;
  if (!hasLogin) return <TokenForm isFocused />;
  return (
    <>
      <LoginForm />
      <details class="entry other-entry">
        <summary>{people.otherEntry}</summary>
        <TokenForm isFocused={false} />
      </details>
    </>
  );
}
