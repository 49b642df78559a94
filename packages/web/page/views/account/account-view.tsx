import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { usePage, useWords } from '../../parts/page-context.ts';
import { AuditCard } from './audit-card.tsx';
import { PasswordForm } from './password-form.tsx';
import { TokensCard } from './tokens-card.tsx';
import { UsersCard } from './users-card.tsx';

/** The account of the user and, for administrators, the users and the audit log. */
export function AccountView(): JSX.Element | null {
  const { people, session } = usePage();
  const words = useWords().people;
  const isOpen = session.status.value === 'open';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    void people.load();
    heading.current?.focus();
    return () => {
      people.created.value = undefined;
    };
  }, [isOpen]);
  const caller = people.caller.value;
  if (caller === undefined) return null;
  const role = words.rights[caller.right];
  return (
    <div class="account">
      <section class="card" aria-labelledby="account-title">
        <h2 id="account-title" ref={heading} tabIndex={-1}>
          {caller.user === undefined ? words.administration : words.account}
        </h2>
        <p>
          {caller.user === undefined
            ? words.local
            : (caller.credential === 'session' ? words.you : words.byToken)(caller.user, role)}
        </p>
        {caller.credential === 'session' && <PasswordForm />}
      </section>
      <TokensCard />
      {people.may('administer') && <UsersCard />}
      {people.may('administer') && <AuditCard />}
    </div>
  );
}
