import { KeyRound } from 'lucide';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Right, StoredToken } from '../../api/answers.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useFormats, usePage, useWords } from '../../parts/page-context.ts';
import { RightSelect } from './right-select.tsx';

/** The API tokens of the user or, for administrators, of all users. */
export function TokensCard(): JSX.Element {
  const { people } = usePage();
  const words = useWords().people;
  const tokens = people.tokens.value ?? [];
  const caller = people.caller.value;
  // Only users who have logged in create tokens for themselves; the local token belongs to no user.
  const mayCreate = caller?.credential === 'session';
  return (
    <section class="card" aria-labelledby="tokens-title">
      <h2 id="tokens-title">{words.tokens}</h2>
      <p class="quiet">{words.tokensMeaning}</p>
      <CreatedToken />
      {tokens.length === 0 ? <p>{words.noTokens}</p> : <TokenList tokens={tokens} />}
      {mayCreate && <TokenForm most={caller.right} />}
    </section>
  );
}

/** The new token, which is displayed once. */
function CreatedToken(): JSX.Element | null {
  const { people } = usePage();
  const words = useWords().people;
  const created = people.created.value;
  if (created === undefined) return null;
  return (
    <div class="created" role="status">
      <p>{words.created}</p>
      <p class="row">
        <code id="created-token">{created.value}</code>
        <CopyButton text={created.value} name={words.copyToken} />
        <button
          type="button"
          onClick={() => {
            people.created.value = undefined;
          }}
        >
          {words.hide}
        </button>
      </p>
    </div>
  );
}

function TokenList({ tokens }: { readonly tokens: readonly StoredToken[] }): JSX.Element {
  const { people } = usePage();
  const words = useWords().people;
  const formats = useFormats();
  return (
    <ul class="entries" aria-labelledby="tokens-title">
      {tokens.map(({ id, owner, name, scope, expires, lastUsed }) => (
        <li key={id}>
          <strong>{name}</strong>
          <dl>
            <div>
              <dt>{words.owner}</dt>
              <dd>{owner}</dd>
            </div>
            <div>
              <dt>{words.scope}</dt>
              <dd>{words.rights[scope]}</dd>
            </div>
            <div>
              <dt>{words.expires}</dt>
              <dd>{formats.time(expires)}</dd>
            </div>
            <div>
              <dt>{words.lastUsed}</dt>
              <dd>{lastUsed === null ? words.never : formats.time(lastUsed)}</dd>
            </div>
          </dl>
          <button
            type="button"
            aria-label={words.revokeToken(name)}
            onClick={() => void people.revokeToken(id)}
          >
            {words.revoke}
          </button>
        </li>
      ))}
    </ul>
  );
}

function TokenForm({ most }: { readonly most: Right }): JSX.Element {
  const { people } = usePage();
  const words = useWords().people;
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Right>('view');
  const [days, setDays] = useState(90);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    if (!(await people.createToken({ name, scope, days }))) return;
    setName('');
    // Otherwise, the empty field would be marked as invalid.
    form.reset();
  };
  return (
    <form class="row fields" onSubmit={(event) => void submit(event)}>
      <p class="labelled">
        <label for="token-name">{words.purpose}</label>
        <input
          id="token-name"
          value={name}
          maxLength={100}
          autocomplete="off"
          required
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </p>
      <p class="labelled">
        <label for="token-scope">{words.scope}</label>
        <RightSelect id="token-scope" value={scope} most={most} select={setScope} />
      </p>
      <p class="labelled">
        <label for="token-days">{words.days}</label>
        <input
          id="token-days"
          type="number"
          min={1}
          max={366}
          value={days}
          required
          onInput={({ currentTarget }) => setDays(currentTarget.valueAsNumber)}
        />
      </p>
      <button type="submit">
        <Icon of={KeyRound} />
        {words.create}
      </button>
    </form>
  );
}
