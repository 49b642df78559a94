import { Trash2, UserPlus } from 'lucide';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Right, User } from '../../api/answers.ts';
import { Icon } from '../../parts/icon.tsx';
import { useFormats, usePage, useWords } from '../../parts/page-context.ts';
import { QuestionDialog } from '../../parts/question-dialog.tsx';
import { MIN_PASSWORD } from './password-form.tsx';
import { RightSelect } from './right-select.tsx';

/** The users of the service, for administrators. */
export function UsersCard(): JSX.Element {
  const { people } = usePage();
  const words = useWords().people;
  const [removing, setRemoving] = useState<string>();
  const users = people.users.value;
  return (
    <section class="card" aria-labelledby="users-title">
      <h2 id="users-title">{words.users}</h2>
      {users === undefined && <p>{words.loading}</p>}
      {users?.length === 0 && (
        <p>
          {words.firstUser} <code>{'writ user add NAME --role administer'}</code>
        </p>
      )}
      {users !== undefined && users.length > 0 && (
        <>
          <ul class="entries" aria-labelledby="users-title">
            {users.map((user) => (
              <UserEntry key={user.name} user={user} remove={() => setRemoving(user.name)} />
            ))}
          </ul>
          <UserForm />
        </>
      )}
      {removing !== undefined && (
        <QuestionDialog
          name="remove-user"
          isOpen
          icon={Trash2}
          title={words.removeUser(removing)}
          no={words.keep}
          yes={words.removeNow}
          answer={(agreed) => {
            if (agreed) void people.removeUser(removing);
            setRemoving(undefined);
          }}
        >
          <p>{words.removeMeaning}</p>
        </QuestionDialog>
      )}
    </section>
  );
}

interface UserEntryProps {
  readonly user: User;
  /** Asks whether to remove the user. */
  readonly remove: () => void;
}

function UserEntry({ user: { name, role, changed }, remove }: UserEntryProps): JSX.Element {
  const { people } = usePage();
  const words = useWords().people;
  const formats = useFormats();
  return (
    <li>
      <strong>{name}</strong>
      <dl>
        <div>
          <dt>{words.changed}</dt>
          <dd>{formats.time(changed)}</dd>
        </div>
      </dl>
      <RightSelect
        label={words.roleOf(name)}
        value={role}
        select={(right) => void people.setRole(name, right)}
      />
      <button type="button" aria-label={words.removeUser(name)} onClick={remove}>
        {words.remove}
      </button>
    </li>
  );
}

function UserForm(): JSX.Element {
  const { people } = usePage();
  const words = useWords().people;
  const [name, setName] = useState('');
  const [role, setRole] = useState<Right>('view');
  const [password, setPassword] = useState('');
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    setPassword('');
    if (!(await people.addUser(name, role, password))) return;
    setName('');
    // Otherwise, the empty fields would be marked as invalid.
    form.reset();
  };
  return (
    <form class="row fields" onSubmit={(event) => void submit(event)}>
      <p class="labelled">
        <label for="user-name">{words.name}</label>
        <input
          id="user-name"
          value={name}
          pattern="[a-z][a-z0-9._\-]{0,63}"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          required
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </p>
      <p class="labelled">
        <label for="user-role">{words.role}</label>
        <RightSelect id="user-role" value={role} select={setRole} />
      </p>
      <p class="labelled">
        <label for="user-password">{words.password}</label>
        <input
          id="user-password"
          type="password"
          value={password}
          minLength={MIN_PASSWORD}
          autocomplete="new-password"
          required
          onInput={({ currentTarget }) => setPassword(currentTarget.value)}
        />
      </p>
      <button type="submit">
        <Icon of={UserPlus} />
        {words.add}
      </button>
    </form>
  );
}
